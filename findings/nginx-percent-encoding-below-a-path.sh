#!/bin/bash
# Percent-encoding in addresses through "location /play/ { proxy_pass http://service/; }".
#
# One expects: nginx takes "/play" off and passes the rest of the address on as the client wrote it.
# What happens: with a path in proxy_pass (here the last slash) nginx decodes the address, merges slashes, takes the prefix
#   off and encodes anew: "%2F" arrives as "/" and "//" as "/". Without one, the address arrives as it was written.
#   The query is left alone in both.
# Since: always. Source: ngx_http_proxy_module, proxy_pass ("normalized request URI").
# For Faceoff: ids, names and codes in its paths are plain letters, so nothing is lost; cursors and texts travel in queries
#   and bodies. But /v1//games, which Faceoff does not know at the root, is the list of games below a path.
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
        listen 127.0.0.1:18121;
        location / { proxy_pass http://127.0.0.1:18120; }
        location /play/ { proxy_pass http://127.0.0.1:18120/; }
    }
}
EOF
python3 - <<'EOF' &
import http.server
class Mirror(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.requestline.split()[1].encode())
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", 18120), Mirror).serve_forever()
EOF
nginx -e stderr -c "$folder/nginx.conf" & sleep 1

asked='/a%2Fb//c%20d?q=x%2Fy//z'
root=$(curl -s "http://127.0.0.1:18121$asked"); below=$(curl -s "http://127.0.0.1:18121/play$asked")
echo "asked for:    $asked"
echo "at the root:  $root"
echo "below /play/: $below"
[ "$root" = "$asked" ] && [ "$below" = '/a/b/c%20d?q=x%2Fy//z' ] || { echo 'It behaves otherwise now.'; exit 1; }
