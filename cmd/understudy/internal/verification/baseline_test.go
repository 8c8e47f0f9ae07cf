package verification

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestABaselineIsWrittenFilledInAndChecked(t *testing.T) {
	target, known := deployment(t, zeroIsTwo), filepath.Join(t.TempDir(), "known.yaml")
	edit := func(change func(string) string) {
		text, err := os.ReadFile(known)
		if err == nil {
			err = os.WriteFile(known, []byte(change(string(text))), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		does    string
		change  func(string) string
		update  bool
		code    int
		says    string
		saysNot string
	}{
		{does: "the failures are written", update: true, code: 1, says: "wrote " + known + ": 3 entries need a reason\n"},
		{does: "and may be written again", update: true, code: 1, says: ": 3 entries need a reason\n", saysNot: "Known failures"},
		{does: "each wants a reason", code: 2, says: "known.yaml:6:5: known[0].reason is missing: say why"},
		{does: "then they are known", change: func(s string) string { return strings.ReplaceAll(s, `reason: ""`, "reason: old rows") },
			says: "\n– partly checked, with 3 known failures: ", saysNot: "✗"},
		{does: "another failure is none of them", change: func(s string) string { return s[:strings.LastIndex(s, "  - promise")] },
			code: 1, says: "✗ not conforming: 1 of "},
		{does: "what passes has to go", change: func(s string) string {
			return s + "  - {promise: list-data, operation: list-invitations, reason: gone}\n"
		}, code: 1, says: "  ✗ unexpected pass: list-data on list-invitations: it is kept: remove the entry\n"},
		{does: "which is done for one", update: true, code: 1, says: "it is kept: the entry is removed\n", saysNot: "remove the entry"},
		{does: "and may be done again before it has its reason", update: true, code: 1, says: ": 1 entry needs a reason\n"},
		{does: "what is not in scope stays", change: func(s string) string {
			return strings.ReplaceAll(s, `reason: ""`, "reason: old rows") + "  - {promise: created-segment-code, reason: not ours}\n"
		}, says: "Known failures that this run did not check\n  the run left out scenarios of its operations, such as"},
	} {
		if step.change != nil {
			edit(step.change)
		}
		code, stdout, stderr := verify(t, Options{Target: target, Tags: "@operation:list-invitations", Baseline: known, UpdateBaseline: step.update})
		if code != step.code || !strings.Contains(stdout+stderr, step.says) || step.saysNot != "" && strings.Contains(stdout+stderr, step.saysNot) {
			t.Fatalf("%s: exit code %d, want %d with %q:\n%s\n%s", step.does, code, step.code, step.says, stderr, stdout)
		}
	}
}

func TestAReadOnlyRunDoesNotCheckTheFailuresOfWrites(t *testing.T) {
	known := filepath.Join(t.TempDir(), "known.yaml")
	if err := os.WriteFile(known, []byte("known: [{promise: created-segment-code, reason: not ours}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := verify(t, Options{ReadOnly: true, Baseline: known})
	if code != 0 || !strings.Contains(stdout, "Known failures that this run did not check\n") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}
