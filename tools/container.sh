#!/bin/sh
# nonet in a container. The page's server listens at 127.0.0.1 alone, which nobody outside of a container
# reaches: a relay answers at the container's own address, where `docker run -p 127.0.0.1:8765:8765` leads.
set -eu
[ "${1-}" = web ] || exec nonet "$@"
shift
address=${NONET_RELAY_ADDRESS:-$(hostname -i | cut -d" " -f1)}
socat "TCP-LISTEN:8765,bind=$address,reuseaddr,fork" TCP:127.0.0.1:8765 &
exec nonet web --no-browser --port 8765 "$@"
