#!/bin/bash
# An array of eight on a cluster with a shared folder, without a database:
#   zorkgpt experiment publish examples/first.experiment.toml --store "$HOME/experiments"
#   sbatch --array=1-8 examples/cluster/slurm.sh first "$HOME/experiments"
#   zorkgpt experiment follow first --store "$HOME/experiments"
# With ZORKGPT_QUEUE_URL in the environment the tasks take units from the queue instead, until it is empty.
#SBATCH --job-name=zorkgpt
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=12:00:00
# A minute before the end: what was played goes to the store, and its units back to the others.
#SBATCH --signal=B:TERM@60
set -euo pipefail
name=$1 store=$2
data=${TMPDIR:-/tmp}/zorkgpt-${SLURM_JOB_ID:-$$}-${SLURM_ARRAY_TASK_ID:-1}
if [[ -n "${ZORKGPT_QUEUE_URL:-}" ]]; then
  part=(--exit-when-empty)
else
  part=(--slice "${SLURM_ARRAY_TASK_ID:-1}/${SLURM_ARRAY_TASK_COUNT:-1}")
fi
${ZORKGPT:-zorkgpt} experiment worker "$name" --store "$store" "${part[@]}" --workers "${SLURM_CPUS_PER_TASK:-2}" --data "$data" &
worker=$!
trap 'kill -TERM $worker' TERM INT
# A sign interrupts the first wait; the second is for the end.
wait $worker || wait $worker
