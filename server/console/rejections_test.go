package console_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"understudy/server/internal/testkit"
)

func TestTheJournalCountsRejectedRequestsWithinTheContract(t *testing.T) {
	f := testkit.OpenControlled(t)
	base := testkit.ServePages(t, f)
	read := func() string {
		a, err := http.Get(base + "/_understudy/")
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		page, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(page)
	}
	const none = "<p>No request left the contract"
	f.ListInvitations("")
	if !strings.Contains(read(), none+".</p>") {
		t.Error("without a rejection the page counts one")
	}
	f.PostSegment(f.SegmentBody("molecules", `[["XOR", 5]]`))
	page := read()
	for _, want := range []string{none + "; 1 was rejected.</p>", `1 rejected</span>`, "within the contract: rejected with HTTP 400: molecules"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
