#!/bin/bash
# Plays a tournament on a Slurm cluster: an array of N tasks, and a job that merges them when all are done.
#
#   submit.sh N [tournament arguments with --out DIR]
#
# The merged results appear in DIR, the shards in DIR.shards, what the jobs print in DIR.shards/log. Submitting the same
# again goes on where the tasks stopped. Account, partition, time limit and so on are taken from the variables that
# sbatch itself reads (SBATCH_ACCOUNT, SBATCH_PARTITION, SBATCH_TIMELIMIT ...).
#   REGLETTE  the program, as the nodes see it [reglette]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=cluster/arguments.sh
. "$here/../arguments.sh"
read_arguments "$@"

export REGLETTE=${REGLETTE:-reglette} REGLETTE_SHARDS=$shards
export REGLETTE_CLUSTER=${here%/*}
log=$out.shards/log
rm -f "$log"/*.deaths

array=$(sbatch --parsable --array="1-$shards" --cpus-per-task="${threads:-1}" --output="$log/%a.txt" \
    "$here/tournament.sbatch" "$out" "${arguments[@]}")
array=${array%%;*}
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes --output="$log/merge.txt" \
    "$here/merge.sbatch" "$out" "$shards")
echo "array $array, merge ${merge%%;*}, results in $out"
