package feature

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestAFolderOfTheDiskIsOpened(t *testing.T) {
	name := t.TempDir()
	file := filepath.Join(name, "x.feature")
	for path, text := range map[string]string{file: sound, filepath.Join(name, "notes.txt"): "none"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := OpenFolder(name)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := Load(words, folder); err != nil || s.Scenarios[0].Address != "x#s" || s.Scenarios[0].File.Path != file || s.Scenarios[0].File.BuiltIn {
		t.Errorf("%+v, error %v", s.Scenarios, err)
	}
	for path, want := range map[string]string{
		filepath.Join(name, "notes.txt"): "notes.txt is neither a folder nor a .feature file",
		filepath.Join(name, "nowhere"):   "name a .feature file, or a folder with some",
	} {
		if _, err := OpenFolder(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
}

func TestAFileOfTheDiskIsOpenedByItself(t *testing.T) {
	name := t.TempDir()
	for _, file := range []string{"x.feature", "y.feature"} {
		if err := os.WriteFile(filepath.Join(name, file), []byte(sound), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(name, "y.feature")
	folder, err := OpenFolder(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(words, folder)
	if err != nil || len(s.Scenarios) != 1 || s.Scenarios[0].Address != "y#s" || s.Scenarios[0].File.Path != file {
		t.Errorf("%+v, error %v", s.Scenarios, err)
	}
}

// The current folder holds another, whose features are named on their own, too.
func TestAFolderHasTheExpectationsAboveIt(t *testing.T) {
	top := t.TempDir()
	t.Chdir(top)
	for name, text := range map[string]string{
		"ours/expectations.yaml":         "expectations:\n  - {id: quick, says: it is quick}\n  - {id: small, says: it is small}\n",
		"ours/sub/x.feature":             strings.Replace(sound, "@promise:list-data", "@expect:quick", 1),
		"ours/beside/z.feature":          strings.Replace(sound, "@promise:list-data", "@expect:small", 1),
		"ours/sub/own/y.feature":         strings.Replace(sound, "@promise:list-data", "@expect:own", 1),
		"ours/sub/own/expectations.yaml": "expectations:\n  - {id: own, says: it is our own}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, says := range map[string]string{
		"ours/sub/x.feature":                     "",
		"ours/sub/own":                           "",
		"ours/sub/own/y.feature":                 "",
		filepath.Join(top, "ours/sub/x.feature"): "",
		"ours/sub":                               `ours/sub/own/expectations.yaml:1:1: warning: it is not read, as it is below ours/sub`,
	} {
		folder, err := OpenFolder(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Read(words, folder)
		if err != nil {
			t.Fatal(err)
		}
		faults := s.Lint()
		if says == "" && len(faults) > 0 || says != "" && (len(faults) == 0 || !strings.HasPrefix(faults[0].Error(), says)) {
			t.Errorf("%s: %v, want %q", name, faults, says)
		}
	}
	var siblings []Folder
	for _, name := range []string{"ours/sub/x.feature", "ours/beside"} {
		folder, err := OpenFolder(name)
		if err != nil {
			t.Fatal(err)
		}
		siblings = append(siblings, folder)
	}
	if s, err := Read(words, siblings...); err != nil || len(s.Lint()) > 0 {
		t.Errorf("two folders below one file: %v, %v", err, s.Lint())
	}
	if file := ExpectationsFile("ours/sub/own", "ours/sub/own"); file != filepath.Join("ours/sub/own", "expectations.yaml") {
		t.Error(file)
	}
	if file := ExpectationsFile("ours/sub", "ours/sub"); file != filepath.Join("ours/sub", "expectations.yaml") {
		t.Errorf("beyond the top folder: %s", file)
	}
}

func TestAPipeIsNotRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.feature")
	if err := exec.Command("mkfifo", name).Run(); err != nil {
		t.Skipf("there is no mkfifo: %v", err)
	}
	if _, err := OpenFolder(name); err == nil {
		t.Error("a pipe was opened")
	}
	folder, err := OpenFolder(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(words, folder); err == nil || !strings.Contains(err.Error(), "no scenario in the folder") {
		t.Errorf("%v", err)
	}
}

// unreadableFile is a folder with a file that cannot be read.
type unreadableFile struct{ fstest.MapFS }

func (u unreadableFile) ReadFile(name string) ([]byte, error) {
	if _, err := u.Stat(name); err != nil {
		return nil, err
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

func TestAFileThatCannotBeReadIsNamedWithItsFolder(t *testing.T) {
	for name, want := range map[string]string{"sub/b.feature": "open own/sub/b.feature: permission denied", "expectations.yaml": "open own/expectations.yaml: permission denied"} {
		_, err := Read(words, Folder{Name: "own", Files: unreadableFile{fstest.MapFS{name: {}}}})
		if err == nil || err.Error() != want {
			t.Error(err)
		}
	}
}
