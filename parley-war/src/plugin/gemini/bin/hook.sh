#!/bin/sh
# Prints what a command hook of a client is to print: hook.sh EVENT [OTHERWISE]. It passes the hook's
# input to the bridge of that client. The bridge listens on a socket that is named after the client's
# process, an ancestor of this one. Without a bridge it reports to the server that PARLEY_URL names,
# if it does, and asks it at the end of a turn whether the agent may end. It prints OTHERWISE where
# there is nothing to print, which is nothing if not given.
folder=${XDG_RUNTIME_DIR:-$HOME/.cache}/parley/hook
event=${1-}

parent() {
  if [ -r "/proc/$1/status" ]; then
    while read -r name value _; do
      [ "$name" = PPid: ] && echo "$value" && return
    done <"/proc/$1/status"
  else
    ps -o ppid= -p "$1" 2>/dev/null | tr -d ' '
  fi
}

# Adds a header for the server: header NAME VALUE [SCHEME]. A value with control characters is left
# out; the marks that end a text in a file of curl are quoted.
header() {
  text=$2
  case $text in
    '' | *[[:cntrl:]]*) return ;;
    *\\* | *\"*) text=$(printf '%s' "$text" | sed 's/[\\"]/\\&/g') ;;
  esac
  headers="${headers}header = \"$1: ${3-}$text\"
"
}

# Asks the server with the headers, which no list of processes shows.
ask() {
  curl -sf --noproxy 'localhost,127.0.0.1' --max-time 2 -K /dev/fd/3 "$@" 2>/dev/null 3<<END
$headers
END
}

# Prints why the agent may not end, as a text of JSON; nothing where it may, or nobody knows.
reason() {
  session=${PARLEY_SESSION_ID:-${RELAY_SESSION_ID-}}
  case "$PARLEY_STOP_GUARD $input" in
    off\ * | *\"stop_hook_active\":true* | *\"stop_hook_active\":\ true*) return ;;
    *\"loop_count\":[1-9]* | *\"loop_count\":\ [1-9]*) return ;;
  esac
  case $session in
    '' | *[!A-Za-z0-9_-]*) return ;;
  esac
  ask "$url/api/sessions/$session/completion-check" |
    sed -nE '/"may_end":false/s/.*"reason":("([^"\\]|\\.)*").*/\1/p'
}

# Reports to the server, and prints what lets the turn go on where the agent may not end.
report() {
  # as the bridge reads it: commas, blanks and tabs between the events, in any case
  off=$(printf '%s' ",${PARLEY_HOOKS_OFF-},$event" | tr 'A-Z \t' 'a-z,,')
  case ${off%,*}, in
    *,all,* | *,"${off##*,}",*) return ;;
  esac
  url=${PARLEY_URL%/}
  url=${url%/mcp}
  headers=
  header Parley-Agent "${PARLEY_AGENT-}"
  header Parley-Workspace "${PARLEY_WORKSPACE-}"
  if [ -n "${PARLEY_TOKEN-}" ]; then
    header Authorization "$PARLEY_TOKEN" 'Bearer '
  else
    authority=${url#*://}
    header Origin "${url%%://*}://${authority%%/*}"
  fi
  why=
  case $event in
    Stop | stop | AfterAgent) why=$(reason) ;;
  esac
  case $event$why in
    "$event")
      LC_ALL=C # counts bytes; an input that is as long was cut, and is no JSON
      [ "${#input}" -lt 1000000 ] || input="{\"hook_event_name\":\"$event\"}"
      printf '%s' "$input" |
        ask -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- \
          "$url/api/hook/tool-use" >/dev/null
      ;;
    Stop*)
      printf '{"decision":"block","reason":%s,' "$why"
      printf '"hookSpecificOutput":{"hookEventName":"Stop","decision":"block","reason":%s}}' "$why"
      ;;
    stop*) printf '{"followup_message":%s}' "$why" ;;
    AfterAgent*) printf '{"decision":"deny","reason":%s}' "$why" ;;
  esac
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
if [ -n "$socket" ]; then
  answer=$(
    { head -c 262144; cat >/dev/null; } |
      curl -sf --noproxy '*' --max-time 4 --unix-socket "$socket" \
        -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- "http://parley/$event" \
        2>/dev/null
  )
elif [ -n "${PARLEY_URL-}" ]; then
  input=$(head -c 1048576; cat >/dev/null)
  answer=$(report)
else
  cat >/dev/null
  answer=
fi
[ -n "${answer:-${2-}}" ] && printf '%s\n' "${answer:-$2}"
exit 0
