package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsReplacedWithItsMode(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	if err := Write(name, []byte("a longer text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteSecret(name, []byte("text")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o600 || string(text) != "text" {
		t.Errorf("%v, %q, %v", info.Mode(), text, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestAFailureLeavesNothingBehind(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "taken"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"taken": "is a folder: name a file", filepath.Join("none", "file"): "none: make it first"} {
		if err := Write(filepath.Join(folder, name), nil, 0o600); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestAWriteThatFailsLeavesTheFile(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "state.json")
	if err := WriteSecret(file, []byte("whole")); err != nil {
		t.Fatal(err)
	}
	err := Replace(file, 0o600, func(w io.Writer) error {
		_, _ = w.Write([]byte("ha"))
		return errors.New("the pen broke")
	}, nil)
	text, _ := os.ReadFile(file)
	if err == nil || !strings.Contains(err.Error(), "the pen broke") || string(text) != "whole" {
		t.Errorf("the file holds %q: %v", text, err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("there are %d files", len(files))
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v: %v", info.Mode(), err)
	}
}

func TestALinkIsFollowedToTheFileThatIsWritten(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	link := linkTo(t, filepath.Join("real", "state.json"), filepath.Join(folder, "link.json"))
	outer := linkTo(t, link, filepath.Join(folder, "outer.json"))
	for _, text := range []string{"first, when there is no file yet", "second"} {
		if err := WriteSecret(outer, []byte(text)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(filepath.Join(folder, "real", "state.json"))
		if err != nil || !info.Mode().IsRegular() {
			t.Errorf("the file is not written: %v", err)
		}
		for _, path := range []string{link, outer} {
			written, _ := os.ReadFile(path)
			if info, err := os.Lstat(path); err != nil || info.Mode().Type() != os.ModeSymlink || string(written) != text {
				t.Errorf("%s holds %q, and is %v: %v", path, written, info.Mode(), err)
			}
		}
	}
}

func linkTo(t *testing.T, to, path string) string {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Skip(err)
	}
	return path
}

func TestPutKeepsLinksAndWritesIrregularFiles(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, mode := range map[string]os.FileMode{"old.json": 0o644, "real.json": 0o644} {
		if err := os.WriteFile(at(name), []byte("old"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("real.json", at("link.json")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"new.json", "old.json", "link.json"} {
		if err := Put(at(name), []byte("report"), 0o600); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(at(name))
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(at(name)); err != nil || info.Mode() != 0o600 || string(text) != "report" {
			t.Errorf("%s: %v, %q, %v", name, info.Mode(), text, err)
		}
	}
	if to, err := os.Readlink(at("link.json")); err != nil || to != "real.json" {
		t.Errorf("the link leads to %q: %v", to, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 4 {
		t.Errorf("%v, %v", files, err)
	}
	if err := Put(os.DevNull, []byte("report"), 0o600); err != nil {
		t.Errorf("an irregular file cannot be written to: %v", err)
	}
}

func TestCheckSaysWhyAFileCannotBeWrittenAndChangesNothing(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "old"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"old": "", "new": "", ".": "is a folder: name a file",
		"none/file": "none: make it first", "old/file": "there is no folder"} {
		if err := Check(filepath.Join(folder, name)); (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Check(os.DevNull); err != nil {
		t.Error(err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}
