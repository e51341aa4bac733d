#!/bin/bash
# Which requests nginx and Caddy send a second time when the service closes a kept connection under the first.
#
# One expects: those that HTTP calls idempotent (GET, PUT, DELETE) are sent again on a new connection, and POST never, by both.
# What happens: nginx does so, if the first connection was a kept one. Caddy repeats GET, but neither DELETE nor PUT: the client
#   gets 502. It repeats a POST that has no body and a header Idempotency-Key, which nobody has configured: Go's HTTP client takes the
#   header for a promise. With a body, a POST is not repeated, whatever the header.
# Since: nginx 1.9.13 for POST (proxy_next_upstream, non_idempotent); Caddy as long as it is built on Go's net/http, whose text on
#   Transport says "HTTP requests are considered idempotent if ..." and lists neither DELETE nor PUT.
# For Faceoff: deploy/ keeps connections for 60 s, less than the service, so that the case is rare. Where it comes: a deleted
#   webhook may be answered with 502 though the request never arrived, or 404 after a repetition though it was deleted; joining
#   without a body may arrive twice, and counts once by its key. A client repeats what has a key after a 502.
set -euo pipefail
folder=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
(cd "$folder" && apt-get download -qq 'nginx-light=1.22.*' 'caddy=2.6.*' && for package in *.deb; do dpkg-deb --extract "$package" .; done) 2>/dev/null
PATH=$folder/usr/sbin:$folder/usr/bin:$PATH
nginx -v; echo "Caddy $(caddy version)"

cat >"$folder/nginx.conf" <<EOF
daemon off; pid $folder/pid; error_log stderr crit; worker_processes 1; events {}
http {
    access_log off;
    client_body_temp_path $folder/a; proxy_temp_path $folder/b; fastcgi_temp_path $folder/c; uwsgi_temp_path $folder/d; scgi_temp_path $folder/e;
    upstream service { server 127.0.0.1:18140; keepalive 4; }
    server { listen 127.0.0.1:18141; location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}
EOF
printf '{\n\tadmin off\n}\nhttp://127.0.0.1:18142 {\n\treverse_proxy 127.0.0.1:18140\n}\n' >"$folder/Caddyfile"
# It answers the first request of a connection, and closes it when the second one has arrived.
python3 - <<'EOF' &
import socket, threading
seen = []
def serve(client):
    for number in range(2):
        data = b""
        while b"\r\n\r\n" not in data:
            more = client.recv(65536)
            if not more:
                return
            data += more
        path = data.split()[1]
        if path == b"/times":
            body = b"%d" % len(seen)
            seen.clear()
        else:
            body = b"ok"
            if path == b"/second":
                seen.append(path)
            if number:
                return client.close()
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
listener = socket.create_server(("127.0.0.1", 18140))
while True:
    threading.Thread(target=serve, args=listener.accept()[:1], daemon=True).start()
EOF
nginx -e stderr -c "$folder/nginx.conf" &
HOME=$folder XDG_DATA_HOME=$folder XDG_CONFIG_HOME=$folder caddy run --adapter caddyfile --config "$folder/Caddyfile" 2>/dev/null &
sleep 2

# Status and how often the request arrived, after one that left a kept connection.
try() {
    port=$1; shift
    curl -s -o /dev/null "http://127.0.0.1:$port/first"
    status=$(curl -s -o /dev/null -w '%{http_code}' "$@" "http://127.0.0.1:$port/second")
    echo "$status,$(curl -s http://127.0.0.1:18140/times)"
}
rows=""
for row in GET PUT DELETE POST "POST -H Idempotency-Key:k-0123456789abcdef" "POST -d {} -H Idempotency-Key:k-0123456789abcdef"; do
    of_nginx=$(try 18141 -X $row); of_caddy=$(try 18142 -X $row)
    printf '%-50s nginx: %s   Caddy: %s   (status, times)\n' "$row" "$of_nginx" "$of_caddy"
    rows+="$of_nginx/$of_caddy "
done
[ "$rows" = "200,2/200,2 200,2/502,1 200,2/502,1 502,1/502,1 502,1/200,2 502,1/502,1 " ] || { echo 'It behaves otherwise now.'; exit 1; }
