#!/usr/bin/env bash
# Puts the program understudy into $RUNNER_TEMP/understudy-bin for the action: see action.yml.
# "program.sh key" prints what identifies the program, for the cache; "program.sh get"
# downloads the release that VERSION names, or builds the commit of the action.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
bin="$RUNNER_TEMP/understudy-bin"
releases=${RELEASES:-https://YOUR-HOST/YOUR-ORGANISATION/understudy/releases/download}

fail() {
	echo "::error title=understudy::$*" >&2 # stdout is what the action reads
	exit 2
}

[[ -z "${VERSION:-}" || "$VERSION" =~ ^v[0-9]+\.[0-9]+\.[0-9A-Za-z.+-]+$ ]] ||
	fail "the input version is '$VERSION': give the tag of a release, like v0.1.0, or leave it out"

# key is the version, or the commit or tag with a hash of all files: both are in the program.
key() {
	if [ -n "${VERSION:-}" ]; then
		echo "key=$VERSION"
		return
	fi
	cd "$root"
	echo "key=${REF:-unknown}-$(find . -type f -not -path './.git/*' -not -path './bin/*' | LC_ALL=C sort | git hash-object --no-filters --stdin-paths | git hash-object --stdin)"
}

get() {
	mkdir -p "$bin"
	if [ -n "${VERSION:-}" ]; then
		download
	else
		command -v go >/dev/null || fail "there is no Go to build understudy with"
		make -C "$root" build VERSION="${REF:-unknown}"
		cp -f "$root/bin/understudy" "$bin/understudy"
	fi
}

# download fetches the archive of a release for this machine, and verifies its checksum.
download() {
	local os arch archive folder
	os=$(uname -s | tr '[:upper:]' '[:lower:]')
	case "$os" in linux | darwin) ;; *) fail "there is no archive for $os: the action runs on Linux and macOS" ;; esac
	case "$(uname -m)" in x86_64) arch=amd64 ;; arm64 | aarch64) arch=arm64 ;; *) fail "there is no archive for $(uname -m)" ;; esac
	archive="understudy_${VERSION#v}_${os}_$arch.tar.gz"
	folder=$(mktemp -d)
	for file in "$archive" checksums.txt; do
		curl --fail --silent --show-error --location --retry 3 --output "$folder/$file" "$releases/$VERSION/$file" ||
			fail "$file of the release $VERSION could not be downloaded from $releases, which needs no login: is the version right?"
	done
	local sum=(sha256sum)
	command -v sha256sum >/dev/null || sum=(shasum -a 256)
	(cd "$folder" && awk -v file="$archive" '$2 == file' checksums.txt >wanted)
	[ -s "$folder/wanted" ] || fail "checksums.txt of the release $VERSION does not list $archive"
	(cd "$folder" && "${sum[@]}" --check --status wanted) || fail "the checksum of $archive is wrong"
	tar -xzf "$folder/$archive" -C "$bin" understudy
	rm -r "$folder"
}

case "${1:-}" in
key | get) "$1" ;;
*) fail "program.sh takes key or get" ;;
esac
