# shellcheck shell=bash
# What the commands of ci/ share. Sourced, not run; sets `root` and goes there.
set -euo pipefail

# What the caller's shell has exported must not change what commands here mean: cd prints where a CDPATH led it,
# and PYTHONHOME and PYTHONPATH (of conda, of modules) give .venv the library of another Python.
unset CDPATH GREP_OPTIONS POSIXLY_CORRECT PYTHONHOME PYTHONPATH
set +o posix

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck disable=SC2034  # read by the scripts that source this
python="$root/.venv/bin/python"

say() { printf '\n== %s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# take_options USAGE "NAME..." ARGUMENT...: sets the variable NAME for each leading `--NAME VALUE`, and
# `rest` to the arguments behind them.
take_options() {
  local usage=$1 names=" $2 "
  shift 2
  while [[ ${1-} == -* ]]; do
    case $1 in -h | --help) echo "$usage" && exit ;; esac
    [[ $names == *" ${1#--} "* ]] && (($# >= 2)) || die "$usage"
    declare -g "${1#--}=$2"
    shift 2
  done
  # shellcheck disable=SC2034  # read by the scripts that source this
  rest=("$@")
}

has_nvcc() { [[ -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ]] || command -v nvcc >/dev/null; }

has_nvidia_gpu() { command -v nvidia-smi >/dev/null && nvidia-smi -L >/dev/null 2>&1; }

# /dev/kfd, the amdgpu driver's compute interface, is there only with a device that has one.
has_amd_gpu() { [[ -e /dev/kfd ]]; }
