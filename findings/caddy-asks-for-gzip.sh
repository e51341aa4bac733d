#!/bin/bash
# A client that accepts no compression, behind Caddy.
#
# One expects: the service sees the client's headers; one without Accept-Encoding gets the response as it is, with its length.
# What happens: Caddy asks the service for gzip in its own name, unpacks what comes and passes it on without Content-Length (in
#   chunks). The service compresses, and Caddy unpacks, for a client that wanted neither. A client that sends Accept-Encoding:
#   identity is left alone.
# Since: always; it is Go's HTTP client (net/http, Transport.DisableCompression). Caddy: "transport http { compression off }".
# For Faceoff: a load test with plain curl behind Caddy measures compression too, and event streams are unpacked on the way.
#   Views, streams and tags are right in both cases.
set -euo pipefail
folder=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
(cd "$folder" && apt-get download -qq 'caddy=2.6.*' && for package in *.deb; do dpkg-deb --extract "$package" .; done) 2>/dev/null
PATH=$folder/usr/sbin:$folder/usr/bin:$PATH
echo "Caddy $(caddy version)"

cat >"$folder/Caddyfile" <<EOF
{
	admin off
}
http://127.0.0.1:18151 {
	reverse_proxy 127.0.0.1:18150
}
http://127.0.0.1:18152 {
	reverse_proxy 127.0.0.1:18150 {
		transport http {
			compression off
		}
	}
}
EOF
python3 - <<'EOF' &
import gzip, http.server
class Service(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        accepted = self.headers.get("Accept-Encoding", "nothing")
        body = f"asked for {accepted}".encode()
        self.send_response(200)
        if "gzip" in accepted:
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", 18150), Service).serve_forever()
EOF
HOME=$folder XDG_DATA_HOME=$folder XDG_CONFIG_HOME=$folder caddy run --adapter caddyfile --config "$folder/Caddyfile" 2>/dev/null &
sleep 2

ask() { curl -si "$@" | tr -d '\r' | awk 'tolower($1) == "content-length:" {length_is = $2} {last = $0} END {print last ", length " (length_is ? length_is : "unknown")}'; }
plain=$(ask http://127.0.0.1:18151/); identity=$(ask -H 'Accept-Encoding: identity' http://127.0.0.1:18151/); off=$(ask http://127.0.0.1:18152/)
echo "client without the header: $plain"
echo "client that says identity: $identity"
echo "with compression off:      $off"
[ "$plain" = "asked for gzip, length unknown" ] && [ "$identity" = "asked for identity, length 18" ] && [ "$off" = "asked for nothing, length 17" ] || { echo 'It behaves otherwise now.'; exit 1; }
