#!/bin/bash
# "proxy_redirect / /play/;" for a service that answers with the path of what it has made.
#
# One expects: "Location: /v1/games/7" reaches the client as "Location: /play/v1/games/7".
# What happens: nginx writes "http://HOST:PORT/play/v1/games/7", with the scheme and the port on which nginx listens, which
#   are wrong behind another proxy or a port that is mapped (a container): nginx completes a Location that begins with a
#   slash unless absolute_redirect is off, also one that proxy_redirect has changed. One that it does not change, it
#   passes on as a path.
# Since: 1.11.8 has the directive. Source: ngx_http_core_module, absolute_redirect, which speaks of "redirects issued by
#   nginx" only.
# For Faceoff: deploy/nginx.conf says "absolute_redirect off;" where it serves below a path. With TLS ended before nginx a
#   client would follow the Location of a created game to http:// and the inner port.
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
    server {
        listen 127.0.0.1:18111;
        location / { proxy_pass http://127.0.0.1:18110; }
        location /play/ { proxy_pass http://127.0.0.1:18110/; proxy_redirect / /play/; }
        location /off/ { proxy_pass http://127.0.0.1:18110/; proxy_redirect / /off/; absolute_redirect off; }
    }
}
EOF
python3 - <<'EOF' &
import http.server
class Maker(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(201)
        self.send_header("Location", "/v1/games/7")
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", 18110), Maker).serve_forever()
EOF
nginx -e stderr -c "$folder/nginx.conf" & sleep 1

location_of() { curl -si -H 'Host: play.example' "http://127.0.0.1:18111$1" | tr -d '\r' | sed -n 's/^Location: //p'; }
root=$(location_of /); below=$(location_of /play/); off=$(location_of /off/)
echo "at the root:                        $root"
echo "with proxy_redirect / /play/:       $below"
echo "and with absolute_redirect off:     $off"
[ "$root" = /v1/games/7 ] && [ "$below" = http://play.example:18111/play/v1/games/7 ] && [ "$off" = /off/v1/games/7 ] || { echo 'It behaves otherwise now.'; exit 1; }
