#!/bin/sh
# Plays one shard of a tournament: begins it, or goes on with what an earlier try left in its folder.
#
#   shard.sh FOLDER [tournament arguments without --out and --shard]
#
# Which shard it is, `--shard auto` reads from the variables of Slurm, Kubernetes or GNU parallel. Ends with the exit
# code of `reglette`, except that a run with forfeits (3) is a finished run (0): schedulers know nothing between.
#   REGLETTE           the program [reglette]
#   REGLETTE_THREADS   threads for a beginning and for going on alike [one for each processor]
#   REGLETTE_PATIENCE  for how many seconds to ask again for a folder in which another process plays [120]
set -u

folder=${1:?"the folder of the shard is missing"}
shift
reglette=${REGLETTE:-reglette}
threads=${REGLETTE_THREADS:+--threads=$REGLETTE_THREADS}
patience=${REGLETTE_PATIENCE:-120}
# Seconds between two tries.
apart=5

mkdir -p "$(dirname "$folder")" || exit 1

# The program runs in the background so that this shell hears signals at once and can pass them on.
child=
heard=
stopped=
# shellcheck disable=SC2317 # called by the trap
hear() {
    heard=yes
    stopped=yes
    [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
}
trap hear TERM INT HUP

# Waits until the child has ended; its exit code is then `status`.
wait_for_child() {
    # A signal that came before the child had a number.
    [ -z "$stopped" ] || kill -TERM "$child" 2>/dev/null
    # A signal ends `wait` before the child has ended: then wait again.
    status=
    heard=again
    while [ -n "$heard" ]; do
        heard=
        wait "$child"
        ended=$?
        if [ "$ended" -lt 0 ]; then
            # Bash can lose an exit code when a signal and the end come together: another try will tell.
            status=4
        elif [ "$ended" -ne 127 ] || [ -z "$status" ]; then
            # 127 the second time: the child had already ended, and its exit code is known.
            status=$ended
        fi
    done
}

# A folder holds a run that can go on as soon as it holds a journal, and a finished one when it holds a manifest.
stands() { [ -e "$folder/journal" ] || [ -e "$folder/manifest.toml" ]; }

while :; do
    if stands; then
        echo "resuming in $folder"
        "$reglette" tournament --resume "$folder" ${threads:+"$threads"} &
    else
        echo "beginning in $folder"
        "$reglette" tournament "$@" --shard auto --out "$folder" ${threads:+"$threads"} &
    fi
    child=$!
    wait_for_child

    # A run that was begun is refused (2) while another process plays it: an earlier try that is still dying, or whose
    # node has come back. It has let go soon, or has finished.
    if [ "$status" -ne 2 ] || ! stands || [ "$patience" -le 0 ]; then
        break
    fi
    echo "refused, maybe because another process still holds it; trying again for $patience seconds"
    patience=$((patience - apart))
    sleep "$apart" &
    child=$!
    wait_for_child
    if [ -n "$stopped" ]; then
        status=4
        break
    fi
done

[ "$status" -ne 3 ] || status=0
exit "$status"
