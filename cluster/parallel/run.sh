#!/bin/bash
# Plays a tournament on a list of machines with GNU parallel over ssh, and merges it.
#
#   run.sh HOSTS N [tournament arguments with --out DIR]
#
# HOSTS is a file with one machine a line, as `parallel --sshloginfile` reads it ("user@host", ":" for this machine); each
# plays one shard at a time, with all its processors. The merged results appear in DIR, the shards in DIR.shards, the log
# of GNU parallel in DIR.shards/log. A shard that fails is tried again, on another machine where there is one; calling
# the same again goes on where the shards stopped.
#   REGLETTE         the program, as the machines see it [reglette]
#   REGLETTE_FETCH   "yes" where the machines do not share the folder: finished shards are fetched by rsync
#   REGLETTE_DEATHS  how often a shard may fail before it is given up [10]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=cluster/arguments.sh
. "$here/../arguments.sh"
[ $# -ge 2 ] || refuse "usage: run.sh HOSTS N [tournament arguments with --out DIR]"
hosts=$1
shift
[ -r "$hosts" ] || refuse "cannot read the list of machines $hosts"
read_arguments "$@"

export REGLETTE=${REGLETTE:-reglette} REGLETTE_SHARDS=$shards REGLETTE_THREADS=$threads
# The script of a shard travels as text, so that the other machines need nothing but the program.
REGLETTE_SHARD=$(cat "$here/../shard.sh")
export REGLETTE_SHARD
carried=(--env REGLETTE --env REGLETTE_SHARDS --env REGLETTE_THREADS --env REGLETTE_SHARD)
fetch=()
[ "${REGLETTE_FETCH:-}" != yes ] || fetch=(--return "$out.shards/{}")

# PARALLEL_SEQ, which GNU parallel itself sets for every try on every machine, is the number of the shard.
# shellcheck disable=SC2016 # expanded where the shard is played
seq "$shards" | parallel --quote --will-cite --sshloginfile "$hosts" --jobs 1 --workdir "$PWD" "${carried[@]}" \
    "${fetch[@]}" --retries "$((${REGLETTE_DEATHS:-10} + 1))" --joblog "$out.shards/log/parallel.txt" --line-buffer --tag \
    sh -c 'eval "$REGLETTE_SHARD"' shard.sh "$out.shards/{}" "${arguments[@]}" || {
    echo "some shards are not finished; the same command resumes them" >&2
    exit 4
}

mapfile -t folders < <(shard_folders)
exec "$REGLETTE" merge "${folders[@]}" --out "$out" --force
