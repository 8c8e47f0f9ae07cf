// Package walks follows the changes that CONTRIBUTING.md describes on a copy of the
// tree. It has only tests.
package walks

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// root is the top of the tree.
const root = "../../../.."

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
	// missed is the command that fails without the change at the place, empty where none does.
	missed string
	// made is the command that writes the place, empty where a contributor writes it.
	made string
}

var (
	quoted  = regexp.MustCompile("`([^`]+)`")
	block   = regexp.MustCompile("(?ms)^```.*?^```$")
	anyName = regexp.MustCompile(`<[a-z]+>`)
	heading = regexp.MustCompile(`(?m)^### (.+)\n`)
	// namesDummy finds the dummy in the output of a failed command.
	namesDummy = regexp.MustCompile(`(?i)dumm(y|ies)`)
	mutantID   = regexp.MustCompile(`(?m)^\+.*(?:\{ID: |spoilt\(\w+, )"([a-z0-9-]+)"`)
	tableRow   = regexp.MustCompile(`(?m)^\| (.+?) \| (.+?) \| (.*?) *\|$`)
)

// contributing is the text of CONTRIBUTING.md without its blocks of code.
func contributing(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	return block.ReplaceAllString(string(text), "")
}

// walks returns the walks of CONTRIBUTING.md, in its order.
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
			if w.dummy = dummies[w.name]; w.dummy == nil {
				t.Fatalf("no dummy in testdata for the walk %q", w.name)
			}
			delete(dummies, w.name)
			all = append(all, w)
		}
	}
	for name := range dummies {
		t.Errorf("CONTRIBUTING.md has no table of places under the heading %q", name)
	}
	return all
}

// codes returns the parts of a Markdown text that are formatted as code.
func codes(text string) (all []string) {
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// dummies returns the dummy changes, by the heading of their walk.
func dummies(t *testing.T) map[string]*txtar.Archive {
	t.Helper()
	all := map[string]*txtar.Archive{}
	files, err := filepath.Glob("testdata/*.txtar")
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

// placeOf returns the row that a file belongs to, -1 for none: the one with exactly
// its path, else the first whose <word> matches a part of it.
func (w walk) placeOf(file string) int {
	exact := slices.IndexFunc(w.places, func(p place) bool { return slices.Contains(p.paths, file) })
	if exact >= 0 {
		return exact
	}
	return slices.IndexFunc(w.places, func(p place) bool {
		return slices.ContainsFunc(p.paths, func(path string) bool {
			ok, err := filepath.Match(anyName.ReplaceAllString(path, "*"), file)
			return ok && err == nil
		})
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
		last, touched := 0, map[int]bool{}
		for _, f := range w.dummy.Files {
			at := w.placeOf(f.Name)
			if at < last {
				t.Errorf("%s: its table does not have %s, or not in this order", w.name, f.Name)
			}
			last, touched[at] = max(last, at), true
		}
		for i, p := range w.places {
			if p.made == "" && !touched[i] {
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
	tree.mustRun(t, "understudy mutants "+strings.Join(mutantsOf(all), " "))
}

// TestAWalkWithoutOneOfItsPlacesIsFound leaves out each place in turn.
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
				tree.write(t, all, func(of walk, file string) bool { return of.name == w.name && of.placeOf(file) == i })
				out, err := tree.run(t, p.missed)
				if err == nil || p.made == "" && !namesDummy.MatchString(out) {
					t.Errorf("%s: error %v, and names no dummy:\n%s", p.missed, err, out)
				}
			})
		}
	}
}

// mutantsOf returns the ids of the mutants that the dummies add.
func mutantsOf(all []walk) (ids []string) {
	for _, w := range all {
		for _, f := range w.dummy.Files {
			if !strings.HasPrefix(f.Name, "server/mutant/") {
				continue
			}
			for _, m := range mutantID.FindAllSubmatch(f.Data, -1) {
				ids = append(ids, string(m[1]))
			}
		}
	}
	return ids
}
