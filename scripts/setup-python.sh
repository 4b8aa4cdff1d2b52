#!/usr/bin/env bash
# Makes .venv, the Python environment that tests with real trainers use. Run by `npm run setup:python`.
#
# Wheels only: nothing is compiled. About 7 GB, most of it the CUDA libraries that PyTorch's wheel brings along; a CPU run
# does not use them. Does nothing when .venv is already what requirements.txt and constraints.txt ask for.
# PYTHON names the interpreter to use; default: python3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${PYTHON:-python3}
lists=scripts/python
# pandas 3, pyarrow 26 and scipy 1.17 need 3.11; a stricter wish of one package is overruled below.
least=3.11

fail() {
  printf 'setup:python: %s\n' "$@" >&2
  exit 2
}

command -v "$python" >/dev/null || fail "$python was not found" "install Python $least or newer, or name one: PYTHON=/path/to/python3 npm run setup:python"
"$python" - "$least" <<'PY' || fail "$python is $("$python" --version 2>&1), at least $least is needed" "name another one: PYTHON=/path/to/python3 npm run setup:python"
import sys
sys.exit(sys.version_info < tuple(int(part) for part in sys.argv[1].split(".")))
PY
"$python" -c 'import ensurepip, venv' 2>/dev/null || fail "$python has no venv module" "on Debian and Ubuntu: apt-get install python3-venv"

# One at a time, where the system has flock: a second call waits, and then finds the work done.
mkdir -p node_modules
if command -v flock >/dev/null; then
  exec 9>node_modules/.setup-python.lock
  flock 9
fi

wanted=$({ "$python" --version; cat scripts/setup-python.sh "$lists"/*.txt; } | "$python" -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())')
stamp=.venv/memop-stamp
if [[ -f $stamp && $(<"$stamp") == "$wanted" ]]; then
  echo "setup:python: .venv is up to date" >&2
  exit 0
fi

echo "setup:python: making .venv with $("$python" --version) (some minutes, about 7 GB)" >&2
rm -rf .venv
"$python" -m venv .venv
pip=(.venv/bin/python -m pip --quiet --disable-pip-version-check --no-input)
"${pip[@]}" install --only-binary :all: --constraint "$lists/constraints.txt" --requirement "$lists/requirements.txt"
# harbor says it needs Python 3.12 and a web service's worth of packages; the trajectory models used here need only pydantic.
"${pip[@]}" install --only-binary :all: --no-deps --ignore-requires-python --requirement "$lists/requirements-no-deps.txt"

HF_HUB_OFFLINE=1 .venv/bin/python -c 'import torch, trl, harbor.models.trajectories' ||
  fail "the packages were installed but do not import; see the lines above"
# Last: a .venv without it is not used by any test.
printf '%s\n' "$wanted" >"$stamp"
echo "setup:python: .venv is ready" >&2
