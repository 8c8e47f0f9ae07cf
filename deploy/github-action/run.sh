#!/usr/bin/env bash
# Runs understudy for the action: its inputs are environment variables, see action.yml.
set -euo pipefail
read -ra more <<<"${ARGS:-}"

serve() {
	local ready="$RUNNER_TEMP/understudy-ready.json"
	rm -f "$ready"
	understudy serve --addr 127.0.0.1:0 --ready-file "$ready" ${more[@]+"${more[@]}"} >"$RUNNER_TEMP/understudy.log" 2>&1 &
	local fake=$!
	for ((i = 0; i < 300; i++)); do
		if [ -s "$ready" ]; then
			{
				echo "base-url=$(sed -nE 's/.*"base_url": *"([^"]*)".*/\1/p' "$ready" | head -n 1)"
				echo "ready-file=$ready"
			} >>"$GITHUB_OUTPUT"
			return
		fi
		kill -0 "$fake" 2>/dev/null || break
		sleep 0.1
	done
	echo "::error title=understudy::the fake did not start"
	cat "$RUNNER_TEMP/understudy.log"
	exit 1
}

verify() { report verify --target "$TARGET"; }

merge() { report merge; }

# report runs a command that writes reports, with the arguments of the inputs.
report() {
	mkdir -p "$REPORTS"
	local args=("$@" --format github)
	for kind in html=report.html junit=report.xml json=report.json markdown=summary.md sarif=report.sarif; do
		args+=(--report "${kind%%=*}=$REPORTS/${kind#*=}")
	done
	[ -z "${FEATURES:-}" ] || args+=(--features "$FEATURES")
	[ -z "${BASELINE:-}" ] || args+=(--baseline "$BASELINE")
	[ "${UPDATE_BASELINE:-}" != true ] || args+=(--update-baseline)
	local code=0
	understudy "${args[@]}" ${more[@]+"${more[@]}"} || code=$?
	echo "exit-code=$code" >>"$GITHUB_OUTPUT"
	[ ! -f "$REPORTS/summary.md" ] || cat "$REPORTS/summary.md" >>"$GITHUB_STEP_SUMMARY"
	if [ "${UPDATE_BASELINE:-}" = true ] && [ -n "${BASELINE:-}" ]; then
		git add --intent-to-add "$BASELINE"
		git diff -- "$BASELINE" >"$REPORTS/baseline.patch"
	fi
	if [ "$code" = 3 ] && [ "${TOO_LITTLE_CHECKED:-}" = warn ]; then
		echo "::warning title=understudy::too little was checked: see the summary"
		return
	fi
	exit "$code"
}

case "$COMMAND" in
serve | verify | merge) "$COMMAND" ;;
*)
	echo "::error title=understudy::the input command is '$COMMAND': give verify, merge or serve"
	exit 2
	;;
esac
