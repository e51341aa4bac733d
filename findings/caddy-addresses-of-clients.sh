#!/bin/bash
# Which addresses that a client claims reach the service behind Caddy.
#
# One expects: as nginx' usual $proxy_add_x_forwarded_for does, Caddy adds the client's address behind what the client sent in
#   X-Forwarded-For; other headers of this kind it drops or writes as well.
# What happens: X-Forwarded-For is replaced as a whole, so that the service sees one address however many Caddy is told by a client
#   (unless trusted_proxies names it). X-Real-IP and Forwarded of the client are passed on as they are: who reads those reads what
#   the client wrote.
# Since: Caddy 2.5.0 (before, X-Forwarded-For was added to). Source: reverse_proxy, "Defaults".
# For Faceoff: FACEOFF_PROXY_HOPS=1 fits Caddy. With a load balancer in front of it 2 does not, as Caddy drops the balancer's
#   address, every request counts as one of its sender, and the log warns: name the balancer in trusted_proxies. Faceoff takes
#   no address from X-Real-IP or Forwarded.
set -euo pipefail
folder=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
(cd "$folder" && apt-get download -qq 'caddy=2.6.*' && for package in *.deb; do dpkg-deb --extract "$package" .; done) 2>/dev/null
PATH=$folder/usr/sbin:$folder/usr/bin:$PATH
echo "Caddy $(caddy version)"

cat >"$folder/Caddyfile" <<EOF
{
	admin off
}
http://127.0.0.1:18161 {
	reverse_proxy 127.0.0.1:18160
}
http://127.0.0.1:18162 {
	reverse_proxy 127.0.0.1:18160 {
		trusted_proxies 127.0.0.1/32
	}
}
EOF
python3 - <<'EOF' &
import http.server
class Mirror(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write("; ".join(str(self.headers.get(name)) for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded")).encode())
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", 18160), Mirror).serve_forever()
EOF
HOME=$folder XDG_DATA_HOME=$folder XDG_CONFIG_HOME=$folder caddy run --adapter caddyfile --config "$folder/Caddyfile" 2>/dev/null &
sleep 2

ask() { curl -s -H 'X-Forwarded-For: 192.0.2.9' -H 'X-Real-IP: 192.0.2.9' -H 'Forwarded: for=192.0.2.9' "http://127.0.0.1:$1/"; }
stranger=$(ask 18161); trusted=$(ask 18162)
echo "X-Forwarded-For; X-Real-IP; Forwarded that the service sees of a client that sent 192.0.2.9 in each:"
echo "by default:                    $stranger"
echo "if the client is a proxy that is trusted: $trusted"
[ "$stranger" = "127.0.0.1; 192.0.2.9; for=192.0.2.9" ] && [ "$trusted" = "192.0.2.9, 127.0.0.1; 192.0.2.9; for=192.0.2.9" ] || { echo 'It behaves otherwise now.'; exit 1; }
