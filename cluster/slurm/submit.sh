#!/bin/bash
# Plays a tournament on a Slurm cluster: a job array of N tasks, and a job that merges their shards when all are done.
#
#   submit.sh N [tournament arguments with --out DIR]
#
# The merged results are written to DIR, the shards to DIR.shards, the output of the jobs to DIR.shards/log. The same
# command resumes unfinished tasks. Account, partition, time limit and other options are set with the environment
# variables of sbatch (SBATCH_ACCOUNT, SBATCH_PARTITION, SBATCH_TIMELIMIT ...).
#   REGLETTE  path of the program on the nodes [reglette]
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
