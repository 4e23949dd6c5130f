#!/bin/bash
# One task per shard: sbatch slurm.sh, in the folder with the files. Tasks that were lost: sbatch --array=3,5 slurm.sh,
# or the whole array again. More options stand behind the name of the script.
#SBATCH --job-name=clearance
#SBATCH --array=0-7
#SBATCH --cpus-per-task=2
#SBATCH --mem=2G
#SBATCH --time=01:00:00
#SBATCH --output=clearance-%a.log
#SBATCH --open-mode=append
# A task whose node is lost, or that is preempted, starts again.
#SBATCH --requeue
# One minute before the time limit, the command gets SIGTERM: it leaves no half file behind, and ends with code 130.
#SBATCH --signal=B:TERM@60
set -eu
exec hullstorm batch run \
  --shapes arm/shapes.parquet --colliders arm/colliders.parquet --poses arm/poses.parquet \
  --find-pairs 0.3 --reduce min --by motion \
  --threads "$((SLURM_CPUS_PER_TASK - 1))" --resume --out run "$@"
