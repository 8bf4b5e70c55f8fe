#!/bin/sh
# Prints what waits for the model, as a hook of Gemini CLI does: hook.sh EVENT. The bridge of this
# client listens on a socket that is named after the client's process, an ancestor of this one.
# Without a bridge or a server it prints an empty object.
cat >/dev/null
folder=${XDG_RUNTIME_DIR:-$HOME/.cache}/parley/hook
process=$PPID
for _ in 1 2 3; do
  if [ -S "$folder/$process" ]; then
    answer=$(curl -sf --max-time 4 --unix-socket "$folder/$process" "http://parley/$1" 2>/dev/null)
    printf '%s\n' "${answer:-{\}}"
    exit 0
  fi
  process=$(ps -o ppid= -p "$process" 2>/dev/null | tr -d ' ')
  [ -n "$process" ] || break
done
echo '{}'
