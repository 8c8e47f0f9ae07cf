package workbench

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOnlyFeatureFilesOfTheFolderAreSaved(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "scenarios")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, filepath.Join(folder, "out")); err != nil {
		t.Fatal(err)
	}
	b := open(t, folder)
	for _, name := range []string{"", "../x.feature", "/etc/x.feature", "a/../../x.feature", ".hidden.feature", `a\b.feature`, "a\x00.feature", "out/x.feature", "a//b.feature", "."} {
		if status, body := b.post("/save", "name", name, "text", "Feature: x\n"); status != http.StatusBadRequest {
			t.Errorf("%q gets HTTP %d: %s", name, status, body)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if status, body := b.post("/save", "name", "deep/x", "text", "Feature: x\r\n"); status != http.StatusOK {
		t.Errorf("HTTP %d: %s", status, body)
	}
	text, err := os.ReadFile(filepath.Join(folder, "deep", "x.feature"))
	if err != nil || string(text) != "Feature: x\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAFileThatHasChangedIsNotOverwritten(t *testing.T) {
	folder := t.TempDir()
	b := open(t, folder)
	const text = "Feature: x\n\n  @promise:list-data\n  Scenario: y\n    When I list the invitations\n    Then the response is a success\n"
	if status, body := b.post("/save", "name", "x.feature", "text", text); status != http.StatusOK {
		t.Fatalf("HTTP %d: %s", status, body)
	}
	if status, body := b.post("/save", "name", "x.feature", "text", text); status != http.StatusConflict || !strings.Contains(body, "exists already") {
		t.Errorf("a second new file of the name gets HTTP %d: %s", status, body)
	}
	_, _, version, err := b.read("x.feature")
	if err != nil {
		t.Fatal(err)
	}
	if status, body := b.post("/save", "name", "x.feature", "text", text+"# mine\n", "version", version); status != http.StatusOK {
		t.Errorf("HTTP %d: %s", status, body)
	}
	if status, body := b.post("/save", "name", "x.feature", "text", text, "version", version); status != http.StatusConflict || !strings.Contains(body, "was changed by somebody else") || !strings.Contains(body, "edit=own%3ax.feature") && !strings.Contains(body, "edit=own%3Ax.feature") {
		t.Errorf("an old version gets HTTP %d: %s", status, body)
	}
	if saved, err := os.ReadFile(filepath.Join(folder, "x.feature")); err != nil || !strings.HasSuffix(string(saved), "# mine\n") {
		t.Errorf("%q, %v", saved, err)
	}
	_, page := b.get("?feature=own:x.feature")
	contains(t, page, "own:x.feature", `id="y"`)
	contains(t, b.settled(b.post("/run", "feature", "own:x.feature")), "<h2>own:x.feature</h2>")
	if err := os.Remove(filepath.Join(folder, "x.feature")); err != nil {
		t.Fatal(err)
	}
	if status, _ := b.post("/save", "name", "x.feature", "text", text, "version", version); status != http.StatusConflict {
		t.Errorf("a file that was deleted gets HTTP %d", status)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestAFileThatIsNotUTF8IsLeftAsItIs(t *testing.T) {
	folder := t.TempDir()
	const content = "Feature: caf\xe9\n"
	if err := os.WriteFile(filepath.Join(folder, "x.feature"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, folder)
	status, body := b.post("/save", "name", "x.feature", "text", "Feature: caf\ufffd\n", "version", versionOf([]byte(content)))
	if status != http.StatusBadRequest || !strings.Contains(body, "x.feature is not UTF-8") {
		t.Errorf("HTTP %d: %s", status, body)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "x.feature")); err != nil || string(text) != content {
		t.Errorf("%q, %v", text, err)
	}
}

func TestSavingAFeatureSaysThatItsExpectationsAreNotSaved(t *testing.T) {
	b := open(t, t.TempDir())
	const text = "Feature: x\n"
	const unsaved, yours = "The expectations below are not saved yet", "expectations:\n  - id: roles-are-known\n    says: a role is known\n"
	if _, body := b.post("/save", "name", "x.feature", "text", text, "expectations", ""); strings.Contains(body, unsaved) {
		t.Errorf("without expectations: %s", body)
	}
	if status, body := b.post("/save", "name", "y.feature", "text", text, "expectations", yours); status != http.StatusOK || !strings.Contains(body, unsaved) {
		t.Errorf("HTTP %d with expectations that are not saved: %s", status, body)
	}
	if status, body := b.post("/expect", "text", text, "expectations", yours); status != http.StatusOK {
		t.Fatalf("HTTP %d: %s", status, body)
	}
	if _, body := b.post("/save", "name", "z.feature", "text", text, "expectations", yours); strings.Contains(body, unsaved) {
		t.Errorf("with expectations that are saved: %s", body)
	}
}

func TestNothingIsSavedWithoutAFolder(t *testing.T) {
	if status, body := open(t, "").post("/save", "name", "x.feature", "text", "Feature: x\n"); status != http.StatusBadRequest || !strings.Contains(body, "--scenarios DIR") {
		t.Errorf("HTTP %d: %s", status, body)
	}
}

func TestExpectationsOfTheFolderHold(t *testing.T) {
	folder := t.TempDir()
	const mine = "Feature: mine\n\n  @expect:few\n  Scenario: few\n    When I list the invitations with per_page 10\n    Then the response has exactly 11 records\n"
	for name, text := range map[string]string{"expectations.yaml": "expectations:\n  - id: few\n    says: a page is <small>\n", "mine.feature": mine} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := open(t, folder)
	_, page := b.get("?feature=own:mine.feature")
	contains(t, page, "<code>few</code> a page is &lt;small&gt;")
	for _, form := range [][]string{{"feature", "own:mine.feature"}, {"name", "mine.feature", "text", mine}} {
		contains(t, b.settled(b.post("/run", form...)), "✗ 1 fail", "<code>few</code> a page is &lt;small&gt; <span class=\"badge\">yours</span>")
	}
}

func TestAllOfTheFolderRuns(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"one", "two"} {
		text := "Feature: " + name + "\n\n  @promise:per-page-honoured\n  Scenario: " + name + "\n    Given at least 11 invitations\n    When I list the invitations with page 1 and per_page 10\n    Then the response has exactly 10 records\n"
		if err := os.WriteFile(filepath.Join(folder, name+".feature"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := open(t, folder)
	_, page := b.get("")
	contains(t, page, `id="run-own">Run 2`)
	contains(t, b.settled(b.post("/run", "folder", "own:")), "✓ 2 pass", "one#one", "two#two")
	_, page = open(t, t.TempDir()).get("")
	if strings.Contains(page, "run-own") {
		t.Error("a folder without scenarios can be run")
	}
}

func TestAFileThatIsNoGherkinCanBeEdited(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "draft.feature"), []byte("Not yet <a> feature"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, folder)
	_, page := b.get("")
	contains(t, page, "draft.feature", "cannot be run yet", "?edit=own%3Adraft.feature")
	_, page = b.get("?edit=own:draft.feature")
	contains(t, page, "Not yet &lt;a&gt; feature", `id="version" value="`+versionOf([]byte("Not yet <a> feature")))
	for _, name := range []string{"none", "own:none.feature", "own:../draft.feature"} {
		if status, _ := b.get("?edit=" + name); status != http.StatusNotFound {
			t.Errorf("%s gets HTTP %d", name, status)
		}
	}
}
