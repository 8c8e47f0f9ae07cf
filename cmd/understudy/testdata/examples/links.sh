#!/bin/sh
# Tests on a fake: one process for all of them, a new world for each.
set -eu

folder=$(mktemp -d)
trap 'exec 3>&-; wait; rm -rf "$folder"' EXIT
mkfifo "$folder/stdin" "$folder/stdout"
understudy serve --addr 127.0.0.1:0 --ready-file "$folder/ready.json" --exit-with-stdin \
	<"$folder/stdin" >"$folder/stdout" &
exec 3>"$folder/stdin" 4<"$folder/stdout" # 3 ends with this script, however that ends
read -r _ <&4                             # the first line comes when the ready file is there

# field NAME reads a member of a JSON text.
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }

control=$(field base_url <"$folder/ready.json")/_understudy

# begin opens a world. end checks that the document allows each request, and deletes the world.
begin() {
	world=$(curl -sSf -X POST "$control/sandboxes")
	id=$(echo "$world" | field id)
	token=$(echo "$world" | field workspace)
	segments=$(echo "$world" | field base_url)/api/v1/sources/4120/filter_segments
	clock freeze
}
end() {
	findings=$(curl -sSf "$control/journal/findings?sandbox=$id")
	case $findings in *'"breaks":[]'*) ;; *) echo "not ok: $test: $findings"; exit 1 ;; esac
	curl -sSf -X DELETE "$control/sandboxes/$id"
}

clock() { curl -sSf -o "$folder/clock" -X POST "$control/clock/$1?sandbox=$id" -d "${2-}"; }
api() { curl -sSf -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"; }
status() { curl -sS -o "$folder/page" -w '%{http_code}' "$1"; }
expect() { [ "$1" = "$2" ] || { echo "not ok: $test: got $1, want $2"; exit 1; }; }

a_link_expires_after_a_day() {
	uri=$(api "$segments/2301/segment_management_links" -d '{"redirect_uri": "https://app.example.com/"}' | field uri)
	expect "$(status "$uri")" 200
	clock advance '{"seconds": 86400}'
	expect "$(status "$uri")" 410
}

a_segment_is_complete_after_two_seconds() {
	url=$(api "$segments" -d '{"name": "Reachable", "dataset_id": 8801, "molecules": []}' | field filter_segment_source_url)
	expect "$(api "$url" | field status)" false
	clock advance '{"seconds": 2}'
	expect "$(api "$url" | field status)" true
}

for test in a_link_expires_after_a_day a_segment_is_complete_after_two_seconds; do
	begin
	$test
	end
	echo "ok: $test"
done
