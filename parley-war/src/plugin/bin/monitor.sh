#!/bin/sh
# Prints each line that the bridge of this session writes when messages wait. Claude Code wakes its
# session with what a monitor prints.
case $CLAUDE_CODE_SESSION_ID in
  '' | *[!A-Za-z0-9-]*) exit 0 ;;
esac
umask 077
folder=${XDG_RUNTIME_DIR:-$HOME/.cache}/parley/wake
mkdir -p "$folder" || exit 0
file=$folder/$CLAUDE_CODE_SESSION_ID
: >"$file" || exit 0
trap 'rm -f "$file"; kill "$tail" 2>/dev/null; exit 0' EXIT HUP INT TERM
tail -n 0 -f "$file" &
tail=$!
wait "$tail"
