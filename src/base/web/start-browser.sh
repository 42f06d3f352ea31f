#!/bin/sh
# Starts the browser with no more rights than a page needs: as a user of its own where we are root,
# without capabilities, without a way to gain any, in a folder of its own, and under a limit of
# memory where the system has one. contain.ts says what each variable holds.
set -eu
if [ -n "${BROWSER_CGROUP:-}" ]; then
  echo $$ >"$BROWSER_CGROUP/cgroup.procs" || true
fi
# Playwright makes a profile that belongs to us; the browser needs one that belongs to it. (Ours is
# empty and goes at once: a kill -9 would leave it behind.)
for argument; do
  shift
  case $argument in
    --user-data-dir=*)
      rmdir "${argument#*=}" || true
      argument="--user-data-dir=$BROWSER_PROFILE"
      ;;
  esac
  set -- "$@" "$argument"
done
program=$BROWSER_PROGRAM
rights=$BROWSER_RIGHTS
unset BROWSER_PROGRAM BROWSER_RIGHTS BROWSER_PROFILE BROWSER_CGROUP
# Not every system has the means to take rights away.
[ -n "$rights" ] || exec "$program" "$@"
# Several words, on purpose.
# shellcheck disable=SC2086
exec setpriv $rights -- "$program" "$@"
