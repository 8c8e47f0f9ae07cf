package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// root is the top of the tree.
const root = "../.."

// A walk is a kind of change that CONTRIBUTING.md describes by a table of the
// places that it touches. Its dummy is one such change, as hunks per file.
type walk struct {
	name   string
	places []place
	dummy  *txtar.Archive
}

// A place is a row of a walk's table.
type place struct {
	// paths are the files, with <word> for any name.
	paths []string
	// missed is the command that fails without the place, empty where none does.
	missed string
	// made is the command that writes the place, empty where a contributor does.
	made string
}

var (
	quoted   = regexp.MustCompile("`([^`]+)`")
	anyName  = regexp.MustCompile(`<[a-z]+>`)
	heading  = regexp.MustCompile(`(?m)^### (.+)\n`)
	tableRow = regexp.MustCompile(`(?m)^\| (.+?) \| (.+?) \| (.*?) *\|$`)
)

func contributing(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// walks are those of CONTRIBUTING.md, in its order.
func walks(t *testing.T) (all []walk) {
	t.Helper()
	dummies := dummies(t)
	text := contributing(t)
	starts := append(heading.FindAllStringSubmatchIndex(text, -1), []int{len(text)})
	for i, at := range starts[:len(starts)-1] {
		w := walk{name: text[at[2]:at[3]]}
		for _, row := range tableRow.FindAllStringSubmatch(text[at[1]:starts[i+1][0]], -1) {
			if paths := codes(row[1]); len(paths) > 0 {
				p := place{paths: paths, missed: strings.Join(codes(row[3]), " ")}
				if made := codes(row[2]); len(made) > 0 && strings.HasPrefix(made[0], "make ") {
					p.made = made[0]
				}
				w.places = append(w.places, p)
			}
		}
		if w.places != nil {
			w.dummy = dummies[w.name]
			delete(dummies, w.name)
			all = append(all, w)
		}
	}
	for name := range dummies {
		t.Errorf("CONTRIBUTING.md has no table of places under the heading %q", name)
	}
	return all
}

// codes are the parts of a Markdown text that are set as code.
func codes(text string) (all []string) {
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// dummies are the dummy changes, by the heading of their walk.
func dummies(t *testing.T) map[string]*txtar.Archive {
	t.Helper()
	all := map[string]*txtar.Archive{}
	files, err := filepath.Glob("testdata/walks/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dummies: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(string(a.Comment), "\n")
		all[name] = a
	}
	return all
}

// of reports whether a file is one of the place's.
func (p place) of(file string) bool {
	return slices.ContainsFunc(p.paths, func(path string) bool {
		ok, err := filepath.Match(anyName.ReplaceAllString(path, "*"), file)
		return ok && err == nil
	})
}

func TestThePathsOfContributingExist(t *testing.T) {
	for _, code := range codes(contributing(t)) {
		if !strings.Contains(code, "/") || strings.ContainsAny(code, " :") || strings.HasPrefix(code, "scenarios/") {
			continue
		}
		if found, err := filepath.Glob(filepath.Join(root, anyName.ReplaceAllString(code, "*"))); err != nil || len(found) == 0 {
			t.Errorf("CONTRIBUTING.md names %s, which does not exist", code)
		}
	}
}

func TestAWalkTouchesThePlacesOfItsTable(t *testing.T) {
	for _, w := range walks(t) {
		if w.dummy == nil {
			t.Errorf("%s: no dummy in testdata/walks", w.name)
			continue
		}
		last := 0
		for _, f := range w.dummy.Files {
			at := slices.IndexFunc(w.places, func(p place) bool { return p.of(f.Name) })
			if at < 0 {
				t.Errorf("%s: its table lacks %s", w.name, f.Name)
			} else if at < last {
				t.Errorf("%s: %s comes later than its table says", w.name, f.Name)
			}
			last = max(last, at)
		}
		for _, p := range w.places {
			if p.made == "" && !slices.ContainsFunc(w.dummy.Files, func(f txtar.File) bool { return p.of(f.Name) }) {
				t.Errorf("%s: the dummy does not touch %s", w.name, strings.Join(p.paths, ", "))
			}
		}
	}
}

// TestTheWalksOfContributingLeadToAGreenTree makes the dummy change of each walk on a
// copy of the tree, and runs what its table names. It compiles what the dummies
// change, and with -trimpath, so that the paths of the copy do not matter: the first
// run takes minutes, later ones seconds.
func TestTheWalksOfContributingLeadToAGreenTree(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles most of the tree")
	}
	all := walks(t)
	tree := copyOfTree(t)
	tree.write(t, all, nil)
	var done []string
	for _, w := range all {
		for _, p := range w.places {
			if p.missed == "" || slices.Contains(done, p.missed) {
				continue
			}
			if done = append(done, p.missed); p.made != "" {
				tree.mustRun(t, p.made)
			}
			tree.mustRun(t, p.missed)
		}
	}
	tree.mustRun(t, "understudy lint features")
	for _, w := range all {
		for _, id := range mutantsOf(w) {
			tree.mustRun(t, "understudy mutants "+id)
		}
	}
}

// TestAWalkWithoutOneOfItsPlacesIsFound leaves out one place after the other.
func TestAWalkWithoutOneOfItsPlacesIsFound(t *testing.T) {
	if os.Getenv("WALKS") == "" {
		t.Skip("WALKS=1 runs it: it compiles a part of the tree for each place")
	}
	all := walks(t)
	tree := copyOfTree(t)
	for _, w := range all {
		for i, p := range w.places {
			if p.missed == "" {
				continue
			}
			t.Run(w.name+"/"+p.paths[0], func(t *testing.T) {
				tree.write(t, all, &w.places[i])
				out, err := tree.run(t, p.missed)
				if err == nil || !strings.Contains(strings.ToLower(out), "dummy") && p.made == "" {
					t.Errorf("%s: error %v, and names no dummy:\n%s", p.missed, err, out)
				}
			})
		}
	}
}

// mutantsOf are the ids of the mutants that a walk's dummy adds.
func mutantsOf(w walk) (ids []string) {
	for _, f := range w.dummy.Files {
		if strings.HasPrefix(f.Name, "server/mutant/") {
			for _, m := range regexp.MustCompile(`(?m)^\+.*(?:\{ID: |spoilt\(\w+, )"([a-z0-9-]+)"`).FindAllSubmatch(f.Data, -1) {
				ids = append(ids, string(m[1]))
			}
		}
	}
	return ids
}

// A treeCopy is a copy of the tree, in a folder that the test removes.
type treeCopy struct {
	folder string
	// changed are the files that were written after copying.
	changed map[string]bool
}

func copyOfTree(t *testing.T) treeCopy {
	t.Helper()
	c := treeCopy{t.TempDir(), map[string]bool{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == ".git" || name == "bin"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(c.folder, name), 0o755)
		case d.Type().IsRegular():
			return copyFile(filepath.Join(c.folder, name), path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// write makes the dummy changes of all walks, but for one place. What an earlier
// call wrote is as in the tree again.
func (c treeCopy) write(t *testing.T, all []walk, without *place) {
	t.Helper()
	for name := range c.changed {
		if err := copyFile(filepath.Join(c.folder, name), filepath.Join(root, name)); err != nil {
			_ = os.Remove(filepath.Join(c.folder, name))
		}
	}
	clear(c.changed)
	for _, w := range all {
		for _, f := range w.dummy.Files {
			if without == nil || !slices.ContainsFunc(w.places, func(p place) bool { return &p.paths[0] == &without.paths[0] && p.of(f.Name) }) {
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
		t.Fatalf("%s: %s %v: bring testdata/walks up to date", walk, f.Name, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}

// patched makes the changes of a patch in a text. Lines of a hunk begin with a blank
// where they stay, - where they go and + where they come; hunks are parted by @@, and
// each applies where its old lines are found first after those of the one before.
func patched(text, patch string) (string, error) {
	var done strings.Builder
	for hunk := range strings.SplitSeq(patch, "@@\n") {
		var before, after strings.Builder
		for line := range strings.Lines(hunk) {
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

func (c treeCopy) mustRun(t *testing.T, command string) {
	t.Helper()
	if out, err := c.run(t, command); err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// run runs a command as CONTRIBUTING.md writes it, without a network.
func (c treeCopy) run(t *testing.T, command string) (string, error) {
	t.Helper()
	args := strings.Fields(strings.ReplaceAll(command, "'", ""))
	if args[0] == "understudy" {
		args = append([]string{"go", "run", "./cmd/understudy"}, args[1:]...)
	}
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = c.folder
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath"))
	out, err := cmd.CombinedOutput()
	return string(out), err
}
