#!/bin/sh
# Prints what a command hook of a client is to print: hook.sh EVENT [OTHERWISE]. It passes the hook's
# input to the bridge of that client. The bridge listens on a socket that is named after the client's
# process, an ancestor of this one. Without a bridge it prints OTHERWISE, which is nothing if not
# given.
folder=${XDG_RUNTIME_DIR:-$HOME/.cache}/parley/hook

parent() {
  if [ -r "/proc/$1/status" ]; then
    while read -r name value _; do
      [ "$name" = PPid: ] && echo "$value" && return
    done <"/proc/$1/status"
  else
    ps -o ppid= -p "$1" 2>/dev/null | tr -d ' '
  fi
}

socket=
if [ -d "$folder" ]; then
  process=$PPID
  for _ in 1 2 3 4 5 6; do
    if [ -S "$folder/$process" ]; then
      socket=$folder/$process
      break
    fi
    process=$(parent "$process")
    case $process in '' | 0 | 1) break ;; esac
  done
fi
if [ -z "$socket" ]; then
  cat >/dev/null
  answer=
else
  answer=$(
    { head -c 262144; cat >/dev/null; } |
      curl -sf --noproxy '*' --max-time 4 --unix-socket "$socket" \
        -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- "http://parley/$1" \
        2>/dev/null
  )
fi
[ -n "${answer:-${2-}}" ] && printf '%s\n' "${answer:-$2}"
exit 0
