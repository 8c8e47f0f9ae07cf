package sandbox_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"understudy/server/resource"
	"understudy/server/sandbox"
)

// The memory of sandboxes whose ttl is over is freed, except for a small share. The test
// logs the figure of docs/robustness.md.
func TestExpiredSandboxesTakeNoMemory(t *testing.T) {
	const forks, rows, share = 2000, 50, 0.02
	h, real := open()
	empty := live()
	for range forks {
		sb, err := h.Create(sandbox.Draft{Parent: sandbox.Default, TTL: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		tx := sb.Write()
		for i := range rows {
			tx.AddInvitation(resource.Invitation{Email: fmt.Sprintf("guest-%d@example.com", i), Role: "member"})
		}
		tx.Commit()
	}
	full := live() - empty
	if h.Sweep(forks) {
		t.Error("one has expired before its time")
	}
	real.now = real.now.Add(time.Minute)
	requests := 0
	for h.Sweep(sandbox.SweepSome) {
		requests++
	}
	left := live() - empty
	t.Logf("%d sandboxes of %d rows: %.1f MB; %d requests after their ttl: %.1f MB, %.2f %%", forks, rows, float64(full)/1e6, requests, float64(left)/1e6, float64(left)/float64(full)*100)
	if float64(left) > share*float64(full) || requests != forks/sandbox.SweepSome {
		t.Errorf("%d of %d bytes are left after %d requests", left, full, requests)
	}
	runtime.KeepAlive(h)
}
