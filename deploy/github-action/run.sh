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

# explain shows why there is no report: the message of the command, as an annotation and as
# the summary of the job.
explain() {
	local message fence='```'
	message=$(sed -n '/^understudy: /,$p' "$1")
	[ -n "$message" ] || message=$(tail -n 1 "$1")
	local escaped=${message//'%'/%25}
	escaped=${escaped//$'\r'/%0D}
	echo "::error title=understudy::${escaped//$'\n'/%0A}"
	printf '**understudy could not verify (exit code 2)**\n\n```text\n%s\n```\n' "${message//$fence/---}" >>"$GITHUB_STEP_SUMMARY"
}

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
	# tee outlives a signal, so that a run that is cancelled can still write while it restores.
	local code=0 errors="$RUNNER_TEMP/understudy-errors.log"
	rm -f "$REPORTS/summary.md"
	{ understudy "${args[@]}" ${more[@]+"${more[@]}"} 2>&1 >&3 | (trap '' INT TERM HUP && exec tee "$errors" >&2); } 3>&1 || code=$?
	echo "exit-code=$code" >>"$GITHUB_OUTPUT"
	if [ "$code" = 2 ] && [ ! -f "$REPORTS/summary.md" ]; then
		explain "$errors"
	fi
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
