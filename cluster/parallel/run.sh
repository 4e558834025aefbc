#!/bin/bash
# Plays a tournament on a list of machines with GNU parallel over ssh, and merges it.
#
#   run.sh HOSTS N [tournament arguments with --out DIR]
#
# HOSTS is a file with one machine per line, in the format of `parallel --sshloginfile` ("user@host", ":" for this
# machine). Each machine plays one shard at a time, with all its processors. The merged results are written to DIR, the
# shards to DIR.shards, the log of GNU parallel to DIR.shards/log. A shard that fails is retried, on another machine if
# there is one; the same command resumes an interrupted run.
#   REGLETTE         path of the program on the machines [reglette]
#   REGLETTE_FETCH   "yes" if the machines do not share the folder: finished shards are fetched with rsync
#   REGLETTE_DEATHS  how many failures of a shard are retried [10]
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
# The script of a shard is passed as text, so that the other machines need only the program.
REGLETTE_SHARD=$(cat "$here/../shard.sh")
export REGLETTE_SHARD
environment=(--env REGLETTE --env REGLETTE_SHARDS --env REGLETTE_THREADS --env REGLETTE_SHARD)
fetch=()
[ "${REGLETTE_FETCH:-}" != yes ] || fetch=(--return "$out.shards/{}")

# The number of the shard is PARALLEL_SEQ, which GNU parallel sets for every attempt on every machine.
# shellcheck disable=SC2016 # expanded where the shard is played
seq "$shards" | parallel --quote --will-cite --sshloginfile "$hosts" --jobs 1 --workdir "$PWD" "${environment[@]}" \
    "${fetch[@]}" --retries "$((${REGLETTE_DEATHS:-10} + 1))" --joblog "$out.shards/log/parallel.txt" \
    --line-buffer --tag sh -c 'eval "$REGLETTE_SHARD"' shard.sh "$out.shards/{}" "${arguments[@]}" || {
    echo "some shards are not finished; the same command resumes them" >&2
    exit 4
}

mapfile -t folders < <(shard_folders)
exec "$REGLETTE" merge "${folders[@]}" --out "$out" --force
