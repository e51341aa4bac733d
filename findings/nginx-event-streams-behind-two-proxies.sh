#!/bin/bash
# An event stream through two nginx, one behind the other.
#
# One expects: "X-Accel-Buffering: no" of the service switches buffering off on the whole way, as each proxy reads the
#   header and passes headers on. Each event arrives at once.
# What happens: the first nginx acts on the header and takes it off the response, as it does with all of X-Accel-*
#   (documented at proxy_hide_header). The second one has its default, proxy_buffering on, and keeps small events until
#   8 kB are there or the stream ends: the client sees nothing, not even the head of the response.
# Since: always; tried with Debian's nginx. Source: ngx_http_proxy_module, proxy_hide_header and proxy_buffering.
# For Faceoff: with two nginx (FACEOFF_PROXY_HOPS=2) the inner one needs "proxy_pass_header X-Accel-Buffering;", or the
#   outer one "proxy_buffering off;" where streams are. With one of them nothing has to be set.
set -euo pipefail
folder=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
(cd "$folder" && apt-get download -qq 'nginx-light=1.22.*' && for package in *.deb; do dpkg-deb --extract "$package" .; done) 2>/dev/null
PATH=$folder/usr/sbin:$folder/usr/bin:$PATH
nginx -v

cat >"$folder/nginx.conf" <<EOF
daemon off; pid $folder/pid; error_log stderr crit; events {}
http {
    access_log off;
    client_body_temp_path $folder/a; proxy_temp_path $folder/b; fastcgi_temp_path $folder/c; uwsgi_temp_path $folder/d; scgi_temp_path $folder/e;
    server { listen 127.0.0.1:18101; location / { proxy_pass http://127.0.0.1:18100; } }
    server { listen 127.0.0.1:18102; location / { proxy_pass http://127.0.0.1:18101; } }
    server { listen 127.0.0.1:18103; location / { proxy_pass http://127.0.0.1:18100; proxy_pass_header X-Accel-Buffering; } }
    server { listen 127.0.0.1:18104; location / { proxy_pass http://127.0.0.1:18103; } }
}
EOF
python3 - <<'EOF' &
import http.server, time
class Stream(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("X-Accel-Buffering", "no")
        self.end_headers()
        self.wfile.write(b"data: first\n\n")
        time.sleep(5)
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", 18100), Stream).serve_forever()
EOF
nginx -e stderr -c "$folder/nginx.conf" & sleep 1

first_event() { curl -sN --max-time 2 "http://127.0.0.1:$1/" | head -1 || true; }
one=$(first_event 18101); two=$(first_event 18102); passed_on=$(first_event 18104)
echo "through one nginx, within 2 s: '$one'"
echo "through two: '$two'"
echo "through two, the inner one with proxy_pass_header X-Accel-Buffering: '$passed_on'"
[ "$one" = "data: first" ] && [ -z "$two" ] && [ "$passed_on" = "data: first" ] || { echo 'It behaves otherwise now.'; exit 1; }
