package command

import "testing"

func TestALossIsWhatTheCommandSays(t *testing.T) {
	ctx, loss := WithLoss(t.Context())
	if got := loss.String(); got != "at once" {
		t.Errorf("without one it is %q", got)
	}
	Loses(ctx, "saving")
	if got := loss.String(); got != "without saving" {
		t.Errorf("it is %q", got)
	}
	Loses(t.Context(), "saving") // of no command
}
