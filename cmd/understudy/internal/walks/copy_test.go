package walks

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"understudy/cmd/internal/treecopy"
)

// A treeCopy is a copy of the tree, in a folder that the test removes.
type treeCopy struct {
	folder string
	// changed are the files that were written after copying.
	changed map[string]bool
}

func copyOfTree(t *testing.T) treeCopy {
	t.Helper()
	return treeCopy{treecopy.Of(t, root), map[string]bool{}}
}

// write makes the dummy changes of all walks, without those that are left out. It
// first restores what an earlier call wrote.
func (c treeCopy) write(t *testing.T, all []walk, leftOut func(w walk, file string) bool) {
	t.Helper()
	for name := range c.changed {
		if err := treecopy.File(filepath.Join(c.folder, name), filepath.Join(root, name)); err != nil {
			_ = os.Remove(filepath.Join(c.folder, name))
		}
	}
	clear(c.changed)
	for _, w := range all {
		for _, f := range w.dummy.Files {
			if leftOut == nil || !leftOut(w, f.Name) {
				c.patch(t, w.name, f)
			}
		}
	}
}

func (c treeCopy) patch(t *testing.T, walk string, f txtar.File) {
	t.Helper()
	c.changed[f.Name] = true
	path := filepath.Join(c.folder, f.Name)
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	changed, err := patched(string(text), string(f.Data))
	if err != nil {
		t.Fatalf("%s: %s %v: bring testdata up to date", walk, f.Name, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}

// patched makes the changes of a patch in a text. Lines of a hunk begin with a space
// where they stay, - where they are removed and + where they are added. Hunks are
// separated by @@, and each applies where its old lines are first found after the
// previous hunk.
func patched(text, patch string) (string, error) {
	var done strings.Builder
	for hunk := range strings.SplitSeq(patch, "@@\n") {
		var before, after strings.Builder
		for line := range strings.Lines(hunk) {
			if line == "\n" { // an editor removed the space
				line = " \n"
			}
			if line[0] != '+' {
				before.WriteString(line[1:])
			}
			if line[0] != '-' {
				after.WriteString(line[1:])
			}
		}
		head, tail, found := strings.Cut(text, before.String())
		if !found {
			return "", fmt.Errorf("does not have the lines\n%s", before.String())
		}
		done.WriteString(head + after.String())
		text = tail
	}
	return done.String() + text, nil
}

func TestAPatchAppliesWhereItsLinesAre(t *testing.T) {
	const text = "a\nb\n\na\nc\n"
	for patch, want := range map[string]string{
		" a\n+x\n":                "a\nx\nb\n\na\nc\n",
		"-b\n+x\n@@\n a\n+y\n":    "a\nx\n\na\ny\nc\n",
		" b\n\n-a\n":              "a\nb\n\nc\n",
		"-c\n+x\n@@\n a\n+late\n": "",
		"-d\n":                    "",
	} {
		if got, err := patched(text, patch); got != want || (err == nil) != (want != "") {
			t.Errorf("%q makes %q, error %v, want %q", patch, got, err, want)
		}
	}
}

func (c treeCopy) mustRun(t *testing.T, command string) {
	t.Helper()
	if out, err := c.run(t, command); err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// run runs a command as CONTRIBUTING.md writes it, without a network.
func (c treeCopy) run(t *testing.T, command string) (string, error) {
	t.Helper()
	args := strings.Fields(strings.NewReplacer("'", "", "<operation>", "show-dummy").Replace(command))
	if args[0] == "understudy" {
		args = append([]string{"go", "run", "./cmd/understudy"}, args[1:]...)
	}
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = c.folder
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath"))
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	t.Logf("%.1fs: %s", time.Since(begin).Seconds(), command)
	return string(out), err
}
