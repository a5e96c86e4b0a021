# shellcheck shell=bash
# What the commands share that run under Nsight Compute. Sourced after common.sh.

# The profiler of the PATH, else the one that comes with the CUDA toolkit.
find_ncu() {
  command -v ncu || command -v "${CUDA_HOME:-/usr/local/cuda}/bin/ncu" ||
    die "ncu (Nsight Compute) is not in the PATH; it comes with the CUDA toolkit"
}

ncu_version() { echo "Nsight Compute $("$ncu" --version | sed -n 's/^Version //p')"; }

# What is needed besides what is run: a build, a device, and the profiler, whose path is set as `ncu`.
require_profiling() {
  [[ -x $1/bin/sphlab ]] ||
    die "$1/bin/sphlab is not there: cmake --preset all && cmake --build --preset all"
  has_nvidia_gpu || die "there is no NVIDIA GPU here; run this on a machine that has one"
  ncu=$(find_ncu)
}

# profile_under_ncu STEM METRICS COMMAND...: counts in the command's ranges. Writes STEM.ncu-rep,
# its export STEM.csv, and what was said on the way, STEM.log. Counters and nothing else: neither the
# cache nor the clock is touched, as when records are taken.
profile_under_ncu() {
  local stem=$1 metrics=$2 status=0
  shift 2
  mkdir -p "$(dirname "$stem")"
  rm -f "$stem.ncu-rep"
  "$ncu" --profile-from-start off --nvtx --replay-mode kernel --cache-control none \
    --clock-control none --metrics "$metrics" --force-overwrite --export "$stem.ncu-rep" \
    "$@" 2>&1 | tee "$stem.log" || status=$?
  require_counted "$stem"
  ((status == 0)) || die "$* ended with exit code $status; its output is in $stem.log"
  "$ncu" --import "$stem.ncu-rep" --csv --page raw --print-units base >"$stem.csv"
}

# Errors of the profiler do not always end it with an exit code.
require_counted() {
  if grep -q ERR_NVGPUCTRPERM "$1.log"; then
    die "the profiler may not read the device's counters (ERR_NVGPUCTRPERM): run it as root, or" \
      "load the nvidia module with NVreg_RestrictProfilingToAdminUsers=0; see docs/profiling.md"
  fi
  ! grep -q '^==ERROR==' "$1.log" || die "the profiler failed; its output is in $1.log"
  [[ -s $1.ncu-rep ]] || die "the profiler wrote no $1.ncu-rep; its output is in $1.log"
}
