package lsp

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"understudy/docs"
	"understudy/features"
	"understudy/steps/language"
)

// writtenPages returns a folder with the generated pages of the manual and the built-in
// features. It is written when it is first needed, and removed when the server ends.
func (s *server) writtenPages() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages != "" {
		return s.pages, nil
	}
	folder, err := os.MkdirTemp("", "understudy-lsp-")
	if err != nil {
		return "", fmt.Errorf("the pages of the manual cannot be written: %w", err)
	}
	s.pages = folder
	for _, name := range []string{"promises", "gaps", "steps"} {
		page, _ := docs.Page(name)
		if err := os.WriteFile(filepath.Join(folder, name+".md"), []byte(page), 0o444); err != nil {
			return "", err
		}
	}
	return folder, fs.WalkDir(features.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(folder, "features", filepath.FromSlash(name))
		if entry.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		text, err := fs.ReadFile(features.FS, name)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o444)
	})
}

// rowOf finds the row of a page whose first cell is, or ends with, a text.
func (s *server) rowOf(page, row string) (any, error) {
	folder, err := s.writtenPages()
	if err != nil {
		return nil, err
	}
	text, _ := docs.Page(page)
	at := language.Position{}
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "| ") && strings.Contains(line, "`"+strings.ReplaceAll(row, "|", `\|`)+"` | ") {
			at.Line = i
		}
	}
	return location{uriOf(folder + "/" + page + ".md"), language.Range{Start: at, End: at}}, nil
}

// written is what stands between two positions of a line.
func written(lines []string, from, to language.Position) string {
	if from.Line < 0 || from.Line >= len(lines) || to.Line != from.Line {
		return ""
	}
	return language.Between(lines[from.Line], from.Character, to.Character)
}
