#!/bin/sh
# Starts the bridge to the Parley server, and the server where none runs on this machine, unless
# PARLEY_START_SERVER says no. The runnable file is PARLEY_WAR, or the one that setup noted in
# war.path, or it lies in the plugin's folder, or it is the one that a checkout has built.
root=${CLAUDE_PLUGIN_ROOT:-$(cd "$(dirname "$0")/.." && pwd)}
for war in "$PARLEY_WAR" "$(cat "$root/war.path" 2>/dev/null)" "$root/parley.war" "$root/../../target/parley.war"; do
  [ -n "$war" ] && [ -f "$war" ] && break
  war=
done
if [ -z "$war" ]; then
  echo "parley: there is no parley.war; set PARLEY_WAR to its path, or copy it to $root" >&2
  exit 1
fi
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
if ! command -v "$java" >/dev/null 2>&1; then
  echo "parley: there is no $java; install Java 17 or newer, or set JAVA_HOME" >&2
  exit 1
fi
PARLEY_START_SERVER=${PARLEY_START_SERVER:-auto}
export PARLEY_START_SERVER
set -- -jar "$war" mcp "$@"
# The server makes this file once it runs; with it the bridge starts faster.
classes=${XDG_CACHE_HOME:-$HOME/.cache}/parley/bridge.jsa
[ -r "$classes" ] && set -- -XX:SharedArchiveFile="$classes" -Xlog:disable "$@"
exec "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmn2m "$@"
