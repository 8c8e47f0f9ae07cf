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
	if err := os.WriteFile(file, []byte(sound), 0o600); err != nil {
		t.Fatal(err)
	}
	folder, err := OpenFolder(name)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := Load(words, folder); err != nil || s.Scenarios[0].Address != "x#s" || s.Scenarios[0].File.Path != file || s.Scenarios[0].File.BuiltIn {
		t.Errorf("%+v, error %v", s.Scenarios, err)
	}
	for path, want := range map[string]string{
		file:                           "is no folder: name the folder that holds the .feature files",
		filepath.Join(name, "nowhere"): "name a folder with .feature files",
	} {
		if _, err := OpenFolder(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
}
