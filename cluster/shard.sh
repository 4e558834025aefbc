#!/bin/sh
# Plays one shard of a tournament: starts it, or resumes an earlier attempt in its folder.
#
#   shard.sh FOLDER [tournament arguments without --out and --shard]
#
# `--shard auto` reads the number of the shard from the variables of Slurm, Kubernetes or GNU parallel. The exit code is
# that of `reglette`, except that 3 (finished with forfeits) becomes 0, because schedulers treat any other code as a
# failure.
#   REGLETTE           the program [reglette]
#   REGLETTE_THREADS   number of threads, when starting and when resuming [one for each processor]
#   REGLETTE_PATIENCE  for how many seconds to retry while another process plays in the folder [120]
set -u

folder=${1:?"the folder of the shard is missing"}
shift
reglette=${REGLETTE:-reglette}
threads=${REGLETTE_THREADS:+--threads=$REGLETTE_THREADS}
# Seconds for which retries remain.
retry_seconds=${REGLETTE_PATIENCE:-120}
# Seconds between two retries.
interval=5

mkdir -p "$(dirname "$folder")" || exit 1

# The program runs in the background, so that this shell receives signals immediately and can forward them.
child=
signalled=
stopped=
# shellcheck disable=SC2317 # called by the trap
forward_signal() {
    signalled=yes
    stopped=yes
    [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
}
trap forward_signal TERM INT HUP

# Waits for the end of the child and sets `status` to its exit code.
wait_for_child() {
    # A signal that arrived before the process number of the child was known.
    [ -z "$stopped" ] || kill -TERM "$child" 2>/dev/null
    # A signal interrupts `wait`: then wait again.
    status=
    signalled=yes
    while [ -n "$signalled" ]; do
        signalled=
        wait "$child"
        ended=$?
        if [ "$ended" -lt 0 ]; then
            # Bash can lose an exit code if a signal arrives as the process ends: treated as interrupted.
            status=4
        elif [ "$ended" -ne 127 ] || [ -z "$status" ]; then
            # 127 after an earlier exit code: the child had already ended, and that code is valid.
            status=$ended
        fi
    done
}

# Whether the folder holds a run: an unfinished one has a journal, a finished one a manifest.
has_run() { [ -e "$folder/journal" ] || [ -e "$folder/manifest.toml" ]; }

while :; do
    if has_run; then
        echo "resuming in $folder"
        "$reglette" tournament --resume "$folder" ${threads:+"$threads"} &
    else
        echo "starting in $folder"
        "$reglette" tournament "$@" --shard auto --out "$folder" ${threads:+"$threads"} &
    fi
    child=$!
    wait_for_child

    # Resuming is refused (2) while another process plays the run, such as an earlier attempt that is still terminating
    # or whose node has come back. It soon releases the lock, or finishes.
    if [ "$status" -ne 2 ] || ! has_run || [ "$retry_seconds" -le 0 ]; then
        break
    fi
    echo "refused, maybe because another process still holds it; retrying for $retry_seconds seconds"
    retry_seconds=$((retry_seconds - interval))
    sleep "$interval" &
    child=$!
    wait_for_child
    if [ -n "$stopped" ]; then
        status=4
        break
    fi
done

[ "$status" -ne 3 ] || status=0
exit "$status"
