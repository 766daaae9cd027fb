# Sourced by ./play, ./test and tools/lock: sets $python to a Python that can run the setup.
# That is PASSGO_PYTHON if it is set, otherwise the first one on the PATH that is new enough.

candidates=(python3 python3.14 python3.13 python3.12 python3.11 python)
if [ -n "${PASSGO_PYTHON:-}" ]; then
    candidates=("$PASSGO_PYTHON")
fi

python=""
without_venv=""
for candidate in "${candidates[@]}"; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
            python="$candidate"
            break
        fi
        without_venv="$candidate"
    fi
done

if [ -z "$python" ]; then
    if [ -n "$without_venv" ]; then
        echo "PassGo: $without_venv has no venv module. On Debian and Ubuntu, run 'apt install python3-venv'." >&2
    elif [ -n "${PASSGO_PYTHON:-}" ]; then
        echo "PassGo: PASSGO_PYTHON is set to '$PASSGO_PYTHON', which is not Python 3.11 or newer." >&2
    else
        echo "PassGo needs Python 3.11 or newer and found none. Install it, or set PASSGO_PYTHON to its path." >&2
    fi
    exit 1
fi
