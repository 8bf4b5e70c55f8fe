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
# A signal may come at any line: the file goes, and so does tail where it runs. Before it is tail it
# is a copy of this shell for a moment, which would ignore any signal but KILL.
trap 'rm -f "$file"; kill -KILL "$!" 2>/dev/null; exit 0' EXIT HUP INT TERM
: >"$file" || exit 0
# tail reads an open file, because by the time it starts the name may be gone.
exec 3<"$file" || exit 0
tail -n 0 -f <&3 &
wait "$!"
