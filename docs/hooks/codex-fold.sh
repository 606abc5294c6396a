#!/bin/sh
# Codex runs this after each turn, with a JSON object as its last argument.
# FOLD_AT is the share of the window, in percent, from which on to fold.
for event; do :; done
thread=$(printf '%s' "$event" | sed -n 's/.*"thread-id" *: *"\([^"]*\)".*/\1/p')
[ -n "$thread" ] || exit 0
home="${CODEX_HOME:-$HOME/.codex}"
codex=$PPID

# Codex has the file open until it ends; one waiter for each session is enough.
waits="$home/foldline-waits-$thread"
mkdir "$waits" 2>/dev/null || exit 0
(
  trap 'rmdir "$waits"' EXIT
  while kill -0 "$codex" 2>/dev/null; do sleep 1; done
  for file in "$home"/sessions/*/*/*/rollout-*-"$thread".jsonl; do
    foldline compact "$file" --in-place --at "${FOLD_AT:-80}"
  done
) >>"$home/foldline.log" 2>&1 &
