package feature

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
