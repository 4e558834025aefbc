#!/bin/bash
# Plays a tournament on a real Slurm, made for the purpose on this one machine, and disturbs it: of an array of four
# tasks one loses its program to SIGKILL, one goes down with its node, one hears that its time is nearly up. The merged
# results must have the bytes of a run that nothing disturbed and nobody split (`run.toml` apart).
#
# Needs root on Debian or Ubuntu, in a container too; installs what is missing. Everything is written to a new temporary
# folder, and the three daemons listen there and on free ports, so that a Slurm that is already here is not touched.
#   REGLETTE  the program [target/debug/reglette, which cargo brings up to date where there is cargo]
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
cd "$repository"
SHARDS=4
TOURNAMENT=(plain --armies "france,prussia" --bots "greedy,random" --seed 5)
# Seconds that all shards take side by side: long enough for each to be seen at play. The games are counted accordingly.
LENGTH=12
SAMPLE=200
# Seconds until the whole array must be done and merged.
PATIENCE=150

say() { printf -- '-- %s\n' "$*"; }
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# ---- what is needed

[ "$(id -u)" -eq 0 ] || fail "this test starts the daemons of Slurm and needs root"
# `command -v` with several names succeeds as soon as it finds one of them, so each is asked for on its own.
missing=()
for tool in munged slurmctld slurmd sbatch scontrol pgrep ps hostname; do
    command -v "$tool" >/dev/null || missing+=("$tool")
done
if [ "${#missing[@]}" -gt 0 ]; then
    say "installing Slurm, munge and procps (missing: ${missing[*]})"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet=2
    apt-get install --yes --quiet=2 --no-install-recommends slurm-wlm munge procps hostname >/dev/null
fi
if [ -z "${REGLETTE:-}" ]; then
    REGLETTE=$repository/target/debug/reglette
    ! command -v cargo >/dev/null || cargo build --locked --bin reglette
    [ -x "$REGLETTE" ] || fail "there is no $REGLETTE"
fi
export REGLETTE

# ---- a cluster of one machine

place=$(mktemp -d)
chmod 755 "$place"
export SLURM_CONF=$place/slurm.conf
jobs=()

# Ends the daemon of a pid file: asks, waits, insists.
stop() {
    local pid
    [ -s "$1" ] || return 0
    pid=$(cat "$1")
    kill -TERM "$pid" 2>/dev/null || return 0
    for _ in {1..100}; do
        kill -0 "$pid" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
}

clean_up() {
    local code=$?
    trap - EXIT
    # The steps of a job outlive slurmd: they are ended first.
    if [ -n "${jobs[*]}" ] && scancel "${jobs[@]}" 2>/dev/null; then
        for _ in {1..100}; do
            [ -n "$(squeue --noheader --jobs "$(IFS=,; echo "${jobs[*]}")" 2>/dev/null)" ] || break
            sleep 0.2
        done
    fi
    if [ "$code" -ne 0 ]; then
        for log in "$place"/log/*.log "$place"/results.shards/log/*; do
            [ -s "$log" ] || continue
            echo "== ${log#"$place"/}"
            tail -n 40 "$log"
        done >&2
    fi
    stop "$place/slurmd.pid"
    stop "$place/slurmctld.pid"
    stop "$place/munge/munged.pid"
    rm -rf "$place"
    exit "$code"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

free_port() {
    local port
    while port=$((20000 + RANDOM % 12000)); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
    done
    echo "$port"
}

name=$(hostname -s)
mkdir -p "$place"/{munge,log,state,spool}
chmod 755 "$place/munge"
head -c 1024 /dev/urandom >"$place/munge/key"
chmod 400 "$place/munge/key"

cat >"$SLURM_CONF" <<CONF
ClusterName=reglette
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
# A job that is queued again waits until its old credential has expired.
AuthInfo=socket=$place/munge/socket,cred_expire=10
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/log/slurmctld.log
SlurmdLogFile=$place/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=2,batch_sched_delay=0
JobRequeue=1
KillWait=5
# How soon a job that a node does not know of any more counts as lost.
BatchStartTimeout=1
MessageTimeout=5
ReturnToService=2
# All four tasks run at once, however many processors there are.
SlurmdParameters=config_overrides
NodeName=$name NodeAddr=127.0.0.1 CPUs=$SHARDS State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF

say "starting munged, slurmctld and slurmd"
munged --force --origin=127.0.0.1 --key-file="$place/munge/key" --socket="$place/munge/socket" \
    --pid-file="$place/munge/munged.pid" --log-file="$place/log/munged.log" --seed-file="$place/munge/seed"
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF"
for _ in {1..100}; do
    [ "$(sinfo --noheader --format=%T 2>/dev/null)" != idle ] || break
    sleep 0.2
done
sinfo
[ "$(sinfo --noheader --format=%T)" = idle ] || fail "the node does not become idle"

# ---- the run that nothing disturbs

play() {
    local code=0
    "$REGLETTE" tournament "${TOURNAMENT[@]}" "$@" >"$place/log/unsharded.log" 2>&1 || code=$?
    # Finished with forfeits (3) is finished.
    [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || fail "the unsharded run ended with $code"
}

begun=$(date +%s%3N)
play --games "$SAMPLE" --threads "$SHARDS" --quiet --out "$place/short"
taken=$(($(date +%s%3N) - begun))
TOURNAMENT+=(--games "$((SAMPLE * LENGTH * 1000 / taken))")
say "playing unsharded: ${TOURNAMENT[*]}"
begun=$SECONDS
play --out "$place/unsharded"
say "unsharded run done in $((SECONDS - begun)) s"

# ---- the same on the cluster, disturbed

results=$place/results
begun=$SECONDS
answer=$(cluster/slurm/submit.sh "$SHARDS" "${TOURNAMENT[@]}" --out "$results")
say "$answer"
[[ $answer =~ ^array\ ([0-9]+),\ merge\ ([0-9]+), ]] || fail "submit.sh does not name its jobs"
array=${BASH_REMATCH[1]}
merge=${BASH_REMATCH[2]}
jobs=("$array" "$merge")

# One field of what Slurm knows of a job.
field() { scontrol show job --oneliner "$1" | tr ' ' '\n' | sed -n "s/^$2=//p" | head -n 1; }

# Kills a process and all that descend from it.
kill_tree() {
    local child
    kill -STOP "$1" || return
    for child in $(pgrep --parent "$1"); do kill_tree "$child" || true; done
    kill -KILL "$1"
}

# The programs of these tasks are stopped as soon as they have begun to record: so they are midway whenever they are
# disturbed, however fast or slow this machine is.
declare -A program=()
for _ in {1..600}; do
    for task in 2 3 4; do
        if [ -z "${program[$task]:-}" ] &&
            [ -n "$(find "$results.shards/$task/journal" -name "pairs-*.log" -size +0 2>/dev/null)" ] &&
            pid=$(pgrep --full -- "tournament .*--out $results.shards/$task( |\$)") && kill -STOP "$pid"; then
            program[$task]=$pid
        fi
    done
    [ "${#program[@]}" -lt 3 ] || break
    sleep 0.05
done
[ "${#program[@]}" -eq 3 ] || fail "of the tasks 2, 3 and 4 only these are seen running: ${!program[*]}"

# What Slurm itself has started for the task is an ancestor of its program.
step=${program[3]}
until [[ $(ps -o args= -p "$step") == "slurmstepd: "* ]]; do
    step=$(ps -o ppid= -p "$step" | tr -d ' ')
    [ "${step:-0}" -gt 1 ] || fail "the step of task 3 is not found"
done
kill_tree "$step" || fail "task 3 cannot be killed"
stop "$place/slurmd.pid"
say "task 3: killed with all its processes, and its node is down"
# A node that comes back sooner could still be starting the job, as Slurm sees it (BatchStartTimeout and MessageTimeout).
sleep 8
slurmd -f "$SLURM_CONF"
say "the node is back, and does not know of task 3"
kill -KILL "${program[2]}" || fail "task 2 was done before it could be killed"
say "task 2: killed its program"
scancel --batch --signal=USR1 "${array}_4"
kill -CONT "${program[4]}" || fail "task 4 was done before it could be told"
say "task 4: told that its time is nearly up"

while state=$(field "$merge" JobState); [[ $state =~ ^(PENDING|CONFIGURING|RUNNING|COMPLETING)$ ]]; do
    [ $((SECONDS - begun)) -lt "$PATIENCE" ] || { squeue; fail "not done after $PATIENCE s"; }
    sleep 0.5
done
say "array and merge ended in $((SECONDS - begun)) s"
for task in 1 2 3 4; do
    say "task $task: $(field "${array}_$task" JobState), queued again $(field "${array}_$task" Restarts) times"
done
[ "$state" = COMPLETED ] || fail "the merge is $state"
[ "$(field "${array}_1" Restarts)" -eq 0 ] || fail "task 1, which nobody disturbed, was queued again"
for task in 2 3 4; do
    [ "$(field "${array}_$task" Restarts)" -eq 1 ] || fail "task $task was not queued again once"
    grep -q "^resuming in " "$results.shards/log/$task.txt" || fail "task $task started over instead of resuming"
done

# ---- the same bytes

[ -s "$place/unsharded/games.csv" ] || fail "the unsharded run has no games"
diff --recursive --brief --exclude=run.toml "$place/unsharded" "$results" || fail "the merged run has other bytes"
say "merged $(wc -l <"$results/games.csv") rows: the same bytes as the unsharded run"

# A finished run is not submitted twice.
code=0
cluster/slurm/submit.sh "$SHARDS" "${TOURNAMENT[@]}" --out "$results" 2>/dev/null || code=$?
[ "$code" -eq 2 ] || fail "submit.sh takes a folder that holds finished results"
say "passed"
