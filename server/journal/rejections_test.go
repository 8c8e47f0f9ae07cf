package journal_test

import (
	"testing"

	"understudy/server/internal/testkit"
)

func TestRejectedRequestsWithinTheContractAreListed(t *testing.T) {
	f := testkit.OpenControlled(t)
	for range 2 {
		f.PostSegment(f.SegmentBody("molecules", `[["XOR", 5]]`))
	}
	f.ListInvitations("?page=first")                    // leaves the contract
	f.Do("GET", "/favicon.ico", "", testkit.Bearer("")) // no operation
	f.SetFault(`{"status":429}`)
	f.ListInvitations("")
	a := f.Control("GET", "journal/findings", "")
	if n := a.Get("rejections.#").Int(); n != 1 {
		t.Fatalf("the rejections are %s", a.Get("rejections"))
	}
	r := a.Get("rejections.0")
	want := "2 calls of create-segment within the contract: rejected with HTTP 400: " + r.Get("reason").Str
	if r.Get("says").Str != want || r.Get("reason").Str == "" || r.Get("seqs").Raw != "[1,2]" || r.Get("operation").Str != "create-segment" ||
		r.Get("status").Int() != 400 {
		t.Errorf("the rejection is %s", r)
	}
	if n := a.Get(`breaks.#(in!="query")#`).String(); n != "[]" {
		t.Errorf("these left the contract: %s", n)
	}
}
