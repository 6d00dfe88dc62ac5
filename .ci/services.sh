# Sourced by `run`: one Elasticsearch and one Qdrant for all tests, from beside the repository where they are there.
# What is started here is stopped here. A server that the caller has named is used as it is.

readonly SERVICES="$PWD/../shared/services"
SERVICES_DIR=''
STARTED=()

free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }

# use_service NAME SCRIPT: exports NAME_URL, or NAME_MISSING with the reason, which specs that need it are skipped with.
use_service() {
  local name=$1 script="$SERVICES/$2" url="$1_URL" folder line
  if [ -n "${!url:-}" ]; then
    echo "$url is set: the tests use that server."
    return
  fi
  if [ ! -x "$script" ]; then
    echo "There is no $2 beside the repository: the tests that need one are skipped."
    return
  fi
  folder="$SERVICES_DIR/$2"
  mkdir -p "$folder"
  STARTED+=("$2")
  if line=$("$script" start --port "$(free_port)" --dir "$folder" 2>"$folder.log"); then
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
  for service in ${STARTED[@]+"${STARTED[@]}"}; do
    "$SERVICES/$service" stop --dir "$SERVICES_DIR/$service" || true
  done
  if [ -n "$SERVICES_DIR" ]; then rm -rf "$SERVICES_DIR"; fi
}

start_services() {
  # Elasticsearch does not run as root: the user that it then runs as must reach its folder.
  SERVICES_DIR=$(mktemp -d) && chmod 755 "$SERVICES_DIR"
  trap stop_services EXIT
  use_service ELASTICSEARCH elasticsearch
  use_service QDRANT qdrant-standin
}
