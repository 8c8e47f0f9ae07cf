#!/usr/bin/env bash
# Runs understudy for the action: its inputs are environment variables, see action.yml.
set -euo pipefail

fail() {
	echo "::error title=understudy::$*"
	exit 2
}

# oneOf rejects the value of an input that is neither of two.
oneOf() {
	[ "$2" = "$3" ] || [ "$2" = "$4" ] || fail "the input $1 is '$2': give $3 or $4"
}

# more are the words of ARGS, split at spaces and line ends, but not within quotes. A line may
# end with a backslash, as in a shell.
more=() ARGS=${ARGS:-}
ARGS=${ARGS//\\$'\n'/ }
if [ -n "${ARGS//[[:space:]]/}" ]; then
	words=$(xargs -n 1 printf '%s\n' <<<"$ARGS" 2>/dev/null && echo end) ||
		fail "a quote of the input args is not closed, or not in the line in which it begins"
	while IFS= read -r word; do more+=("$word"); done <<<"${words%?end}"
fi

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
	[ -n "$REPORTS" ] || fail "the input reports is empty: name a folder, or leave it out"
	mkdir -p "$REPORTS"
	local artifact=${REPORTS#./} # its name has no slash
	echo "artifact=${artifact//\//-}" >>"$GITHUB_OUTPUT"
	local args=("$@" --format github)
	for kind in html=report.html junit=report.xml json=report.json markdown=summary.md sarif=report.sarif; do
		rm -f "$REPORTS/${kind#*=}" # of a run before this one
		args+=(--report "${kind%%=*}=$REPORTS/${kind#*=}")
	done
	[ -z "${FEATURES:-}" ] || args+=(--features "$FEATURES")
	[ -z "${BASELINE:-}" ] || args+=(--baseline "$BASELINE")
	[ "${UPDATE_BASELINE:-}" != true ] || args+=(--update-baseline)
	# tee outlives a signal, so that a run that is cancelled can still write while it restores.
	local code=0 errors="$RUNNER_TEMP/understudy-errors.log"
	{ understudy "${args[@]}" ${more[@]+"${more[@]}"} 2>&1 >&3 | (trap '' INT TERM HUP && exec tee "$errors" >&2); } 3>&1 || code=$?
	echo "exit-code=$code" >>"$GITHUB_OUTPUT"
	if [ "$code" = 2 ] && [ ! -f "$REPORTS/summary.md" ]; then
		explain "$errors"
	fi
	[ ! -f "$REPORTS/summary.md" ] || cat "$REPORTS/summary.md" >>"$GITHUB_STEP_SUMMARY"
	rm -f "$REPORTS/baseline.patch"
	if [ "${UPDATE_BASELINE:-}" = true ] && [ -f "${BASELINE:-}" ]; then
		local why
		if why=$(git add --intent-to-add "$BASELINE" 2>&1); then
			git diff -- "$BASELINE" >"$REPORTS/baseline.patch"
		else
			echo "::warning title=understudy::there is no patch of $BASELINE among the reports: ${why//$'\n'/ }"
		fi
	fi
	if [ "$code" = 3 ] && [ "${TOO_LITTLE_CHECKED:-}" = warn ]; then
		echo "::warning title=understudy::too little was checked: see the summary"
		return
	fi
	exit "$code"
}

oneOf update-baseline "${UPDATE_BASELINE:-false}" true false
oneOf too-little-checked "${TOO_LITTLE_CHECKED:-fail}" fail warn
case "$COMMAND" in
serve | verify | merge) "$COMMAND" ;;
*) fail "the input command is '$COMMAND': give verify, merge or serve" ;;
esac
