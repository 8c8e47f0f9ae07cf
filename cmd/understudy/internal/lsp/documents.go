package lsp

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"understudy/steps/language"
)

// document is an open text.
type document struct {
	uri, path string
	// folder is the editor's folder that holds the document, or else the document's own.
	folder  string
	version int
	text    string
	// failures are those of the last run of this text.
	failures []diagnostic
	timer    *time.Timer
}

// file is the document for what is asked about its scenarios: their addresses begin with
// the file's name.
func (d *document) file() language.File {
	return language.File{Path: path.Base(d.path), Text: d.text}
}

// onDisk reports whether the document has a file, or will have one.
func (d *document) onDisk() bool { return strings.HasPrefix(d.uri, "file:") }

// whole is the document among other files of the editor's folders.
func (d *document) whole() language.File { return language.File{Path: d.path, Text: d.text} }

// pathOf is the path of a file's URI, with slashes. A text without a file has a made-up
// path.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return "/untitled.feature"
	}
	p := u.Path
	if len(p) > 2 && p[0] == '/' && p[2] == ':' { // a drive of Windows
		p = p[1:]
	}
	return path.Clean(p)
}

// uriOf is the URI of a path.
func uriOf(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}

// folderOf returns the editor's folder that holds a file, the topmost of several, or else the
// file's own.
func (s *server) folderOf(name string) string {
	top := path.Dir(name)
	for _, folder := range s.folders {
		if strings.HasPrefix(top+"/", strings.TrimSuffix(folder, "/")+"/") && len(folder) < len(top) {
			top = folder
		}
	}
	return top
}

// find returns a copy of an open document, or nil.
func (s *server) find(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[uri]; d != nil {
		found := *d
		return &found
	}
	return nil
}

// changed notes that a document was opened, changed or closed.
func (s *server) changed(r *jsonrpc2.Request) error {
	var p documentParams
	if err := read(r, &p); err != nil {
		return err
	}
	uri := p.TextDocument.URI
	if r.Method == "textDocument/didClose" {
		s.close(uri)
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[uri]
	if d != nil && d.timer != nil {
		d.timer.Stop()
	}
	text := p.TextDocument.Text
	wait := debounce
	if r.Method == "textDocument/didOpen" {
		wait = 0
	} else if n := len(p.Changes); n > 0 {
		text = p.Changes[n-1].Text
	}
	d = &document{uri: uri, path: pathOf(uri), folder: s.folderOf(pathOf(uri)), version: p.TextDocument.Version, text: text}
	s.documents[uri] = d
	d.timer = time.AfterFunc(wait, func() { s.check(uri, d) })
	return nil
}

// close deletes a document, and what was published about it.
func (s *server) close(uri string) {
	s.mu.Lock()
	if d := s.documents[uri]; d != nil && d.timer != nil {
		d.timer.Stop()
	}
	delete(s.documents, uri)
	s.mu.Unlock()
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.notify("textDocument/publishDiagnostics", diagnosticsParams{URI: uri, Diagnostics: []diagnostic{}})
}

// check publishes what is wrong in a document, unless it has changed again.
func (s *server) check(uri string, d *document) {
	found := []diagnostic{}
	if _, text, wrong := d.expectations(); wrong != nil && text != "" {
		found = append(found, diagnostic{language.Range{}, 1, "understudy", path.Base(d.expectationsFile()) + ":" + wrong.Error()})
	}
	for _, one := range s.of(d).Diagnose(d.file()) {
		severity := 1
		if one.Warning {
			severity = 2
		}
		found = append(found, diagnostic{one.Range, severity, "understudy", one.Message})
	}
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	isCurrent := s.documents[uri] == d && s.ctx.Err() == nil
	found = append(found, d.failures...)
	s.mu.Unlock()
	if isCurrent {
		s.notify("textDocument/publishDiagnostics", diagnosticsParams{uri, d.version, found})
	}
}

// checkAll checks all open documents again, as the expectations beside them may have changed.
func (s *server) checkAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri, d := range s.documents {
		if d.timer != nil {
			d.timer.Reset(debounce)
		} else {
			d.timer = time.AfterFunc(debounce, func() { s.check(uri, d) })
		}
	}
}

// maxFiles bounds how many files of the editor's folders are read.
const maxFiles = 2000

// files are all feature files of the editor's folders, with the open texts of those that
// are open, the one that is asked about first.
func (s *server) files(first *document) []language.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []language.File{first.whole()}
	seen := map[string]bool{first.path: true}
	for _, d := range s.documents {
		if !seen[d.path] {
			seen[d.path] = true
			all = append(all, d.whole())
		}
	}
	for _, folder := range s.folders {
		_ = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil // what cannot be read is left out
			case len(all) >= maxFiles:
				return fs.SkipAll
			case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && name != folder || entry.Name() == "node_modules"):
				return fs.SkipDir
			case entry.IsDir() || path.Ext(name) != ".feature" || seen[filepath.ToSlash(name)]:
				return nil
			}
			if info, err := entry.Info(); err == nil && info.Size() <= language.MaxText {
				if text, err := os.ReadFile(name); err == nil {
					all = append(all, language.File{Path: filepath.ToSlash(name), Text: string(text)})
				}
			}
			return nil
		})
	}
	return all
}
