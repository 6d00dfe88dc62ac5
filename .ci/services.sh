# shellcheck shell=bash
# Sourced by `run`: one Elasticsearch and one Qdrant for all tests, from beside the repository where they are there.
# What is started here, `stop_services` stops. A server that the caller has named is used as it is.

readonly SERVICES="$PWD/../shared/services"
SERVICES_DIR=''
STARTED=()
declare -A STARTING=()

free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }

# The server is asked little and for a short time: it needs no more memory, and code that is compiled twice does not pay.
export ES_JAVA_OPTS="${ES_JAVA_OPTS:--Xms384m -Xmx384m -XX:TieredStopAtLevel=1}"

# begin_service NAME SCRIPT: starts a server beside what follows, unless NAME_URL names one.
begin_service() {
  local name=$1 script="$SERVICES/$2" url="$1_URL" folder
  if [ -n "${!url:-}" ] || [ ! -x "$script" ]; then return; fi
  folder="$SERVICES_DIR/$2"
  mkdir -p "$folder"
  STARTED+=("$2")
  "$script" start --port "$(free_port)" --dir "$folder" >"$folder.line" 2>"$folder.log" &
  STARTING[$name]=$!
}

# finish_service NAME SCRIPT: exports NAME_URL, or NAME_MISSING with the reason, which specs that need it are skipped with.
finish_service() {
  local name=$1 folder="$SERVICES_DIR/$2" url="$1_URL" line
  if [ -n "${!url:-}" ]; then
    echo "$url is set: the tests use that server."
  elif [ -z "${STARTING[$name]:-}" ]; then
    echo "There is no $2 beside the repository: the tests that need one are skipped."
  elif wait "${STARTING[$name]}"; then
    line=$(cat "$folder.line")
    export "$url=${line%% *}"
    echo "$line"
  else
    line=$(tail -n 1 "$folder.log")
    export "${name}_MISSING=${line:-$2 did not start}"
    echo "The tests that need $2 are skipped: ${line:-it did not start}"
  fi
}

stop_services() {
  local service
  # What is still starting cannot be stopped yet.
  if [ ${#STARTING[@]} -gt 0 ]; then wait "${STARTING[@]}" || true; fi
  for service in ${STARTED[@]+"${STARTED[@]}"}; do
    "$SERVICES/$service" stop --dir "$SERVICES_DIR/$service" || true
  done
  if [ -n "$SERVICES_DIR" ]; then rm -rf "$SERVICES_DIR"; fi
}

begin_services() {
  # Elasticsearch does not run as root: the user that it then runs as must reach its folder.
  SERVICES_DIR=$(mktemp -d) && chmod 755 "$SERVICES_DIR"
  begin_service ELASTICSEARCH elasticsearch
  begin_service QDRANT qdrant-standin
}

finish_services() {
  finish_service ELASTICSEARCH elasticsearch
  finish_service QDRANT qdrant-standin
}
