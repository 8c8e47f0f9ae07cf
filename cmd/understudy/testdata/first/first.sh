base=${FAKE_URL:-http://127.0.0.1:8080}
list=$(curl -sSf -H 'Authorization: Bearer personal-token:EXAMPLEines0000000000031' "$base/api/v1/invitations?per_page=1") || exit 1
case $list in
*'"per_page":1,'*) echo "ok: the newest invitation is listed" ;;
*) echo "not ok: $list" && exit 1 ;;
esac
