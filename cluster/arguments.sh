# shellcheck shell=bash
# Read by the scripts that spread a tournament: takes apart the number of shards and the arguments of a tournament.
#
#   read_arguments N [tournament arguments with --out]
#
# sets shards (N), out (the folder of --out, absolute), threads (of --threads, or nothing) and arguments (the others).
# The shards are played in "$out.shards/1" to "$out.shards/N"; what was asked for stands in "$out.shards/asked" and
# must be the same when the same folder is given again, for a shard that has begun goes on with what it began with.

refuse() {
    echo "$(basename "$0"): $*" >&2
    exit 2
}

read_arguments() {
    shards=${1:-}
    [[ $shards =~ ^[1-9][0-9]{0,5}$ ]] || refuse "the first argument is the number of shards, not \"$shards\""
    shift
    out=
    threads=
    arguments=()
    while [ $# -gt 0 ]; do
        case $1 in
        --out | --threads)
            [ $# -gt 1 ] || refuse "$1 needs a value"
            if [ "$1" = --out ]; then out=$2; else threads=$2; fi
            shift
            ;;
        --out=*) out=${1#*=} ;;
        --threads=*) threads=${1#*=} ;;
        --shard | --shard=* | --resume | --resume=* | --force) refuse "$1 is given by this script where it is needed" ;;
        --log | --log=* | --plan-only) refuse "$1 is not for runs in shards" ;;
        *) arguments+=("$1") ;;
        esac
        shift
    done
    [ -n "$out" ] || refuse "--out DIR is missing: the folder of the merged results"
    [[ $threads =~ ^[0-9]*$ ]] || refuse "--threads is a number, not \"$threads\""
    out=$(realpath -m -- "$out")
    [ ! -e "$out/manifest.toml" ] || refuse "$out holds finished results; give another --out"

    local asked
    asked=$(printf '%q ' "$shards" "${arguments[@]}")
    # The merge replaces what an earlier merge left, and must find nothing else there.
    [ -e "$out.shards/asked" ] || [ -z "$(ls "$out" 2>/dev/null)" ] || refuse "$out is not empty; give another --out"
    mkdir -p "$out.shards/log"
    if [ -e "$out.shards/asked" ]; then
        [ "$(cat "$out.shards/asked")" = "$asked" ] ||
            refuse "$out.shards was begun with other arguments ($(cat "$out.shards/asked")); give the same, or another --out"
    else
        printf '%s\n' "$asked" >"$out.shards/asked"
    fi
}

# The folders of all shards, for the merge.
shard_folders() {
    local shard
    for ((shard = 1; shard <= shards; shard++)); do
        printf '%s\n' "$out.shards/$shard"
    done
}
