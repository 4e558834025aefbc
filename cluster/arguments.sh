# shellcheck shell=bash
# Sourced by the scripts that distribute a tournament: parses the number of shards and the arguments of a tournament.
#
#   read_arguments N [tournament arguments with --out]
#
# sets shards (N), out (--out as an absolute path), threads (the value of --threads, or empty) and arguments (the rest).
# The shards are played in "$out.shards/1" to "$out.shards/N". "$out.shards/asked" records N and the arguments, which
# must be the same when the folder is given again: a shard resumes with the arguments that it was started with.

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
        --shard | --shard=* | --resume | --resume=* | --force) refuse "$1 is set by this script" ;;
        --log | --log=* | --plan-only) refuse "$1 is not for runs in shards" ;;
        *) arguments+=("$1") ;;
        esac
        shift
    done
    [ -n "$out" ] || refuse "--out DIR is missing: the folder of the merged results"
    [[ $threads =~ ^[0-9]*$ ]] || refuse "--threads is a number, not \"$threads\""
    out=$(realpath -m -- "$out")
    [ ! -e "$out/manifest.toml" ] || refuse "$out holds finished results; give another --out"

    local command_line
    command_line=$(printf '%q ' "$shards" "${arguments[@]}")
    # The merge replaces the results of an earlier merge: the folder must contain nothing else.
    [ -e "$out.shards/asked" ] || [ -z "$(ls "$out" 2>/dev/null)" ] || refuse "$out is not empty; give another --out"
    mkdir -p "$out.shards/log"
    if [ -e "$out.shards/asked" ]; then
        local recorded
        recorded=$(cat "$out.shards/asked")
        [ "$recorded" = "$command_line" ] ||
            refuse "$out.shards was started with other arguments ($recorded); give the same, or another --out"
    else
        printf '%s\n' "$command_line" >"$out.shards/asked"
    fi
}

# Prints the folders of all shards, for the merge.
shard_folders() {
    local shard
    for ((shard = 1; shard <= shards; shard++)); do
        printf '%s\n' "$out.shards/$shard"
    done
}
