package workbench

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"understudy/server/console"
	"understudy/spec/pattern"
	"understudy/steps/expectation"
)

// read reads a file of the folder, with its version.
func (w *Workbench) read(name string) (file, text, version string, err error) {
	if w.Folder == "" {
		return "", "", "", errNoFolder
	}
	folder, err := os.OpenRoot(w.Folder)
	if err != nil {
		return "", "", "", err
	}
	defer folder.Close()
	content, err := folder.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return "", "", "", fmt.Errorf("%.80q cannot be read: %w", name, err)
	}
	return name, string(content), versionOf(content), nil
}

var errNoFolder = errors.New("there is no folder to save to: start with --scenarios DIR, or download the file")

// versionOf identifies the content of a file.
func versionOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// saved is the result of saving.
type saved struct {
	File, Version string
	At            time.Time
	// Expecting says that the page has expectations which the folder does not have.
	Expecting bool
}

// serveSave saves the text to the folder.
func (w *Workbench) serveSave(out http.ResponseWriter, at console.Place) int {
	if err := at.Request.ParseForm(); err != nil {
		return fail(out, http.StatusBadRequest, "The text cannot be read: it may be too large.")
	}
	form := at.Request.PostForm
	s, err := w.save(form.Get("name"), strings.ReplaceAll(form.Get("text"), "\r\n", "\n"), form.Get("version"))
	s.Expecting = strings.TrimSpace(string(w.written(form))) != strings.TrimSpace(string(w.expectationsFile()))
	return w.sendSaved(out, at, "saved", s, err)
}

// sendSaved responds with the result of saving, in a template, or with why it failed.
func (w *Workbench) sendSaved(out http.ResponseWriter, at console.Place, template string, s saved, err error) int {
	var c conflict
	switch {
	case errors.As(err, &c):
		return send(out, http.StatusConflict, "conflict", struct {
			page
			conflict
		}{w.page(at), c})
	case err != nil:
		return fail(out, http.StatusBadRequest, err.Error())
	}
	return send(out, http.StatusOK, template, s)
}

// conflict says that a file is not as it was when it was loaded.
type conflict struct {
	File, Says string
	// Loads says that the file is there, and can be loaded.
	Loads bool
}

func (c conflict) Error() string { return c.File + " " + c.Says }

// Feature is the name of the feature that can be loaded instead; empty for none.
func (c conflict) Feature() string {
	if !c.Loads || c.File == expectation.FileName {
		return ""
	}
	return own + c.File
}

// save writes a feature file of the folder, whole or not at all. The version is that of
// the file when it was loaded; empty for a file that must not exist yet.
func (w *Workbench) save(name, text, version string) (saved, error) {
	if w.Folder == "" {
		return saved{}, errNoFolder
	}
	name, err := fileName(name, version == "")
	if err != nil {
		return saved{}, err
	}
	return w.replace(name, text, version)
}

// replace writes a file of the folder, as save does.
func (w *Workbench) replace(name, text, version string) (saved, error) {
	if len(text) > mostText {
		return saved{}, fmt.Errorf("the text has %d bytes: at most %d are saved", len(text), mostText)
	}
	folder, err := os.OpenRoot(w.Folder)
	if err != nil {
		return saved{}, err
	}
	defer folder.Close()
	w.saving.Lock()
	defer w.saving.Unlock()
	before, err := folder.ReadFile(filepath.FromSlash(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if version != "" {
			return saved{}, conflict{name, "was deleted since it was loaded: " + otherwise(name, "save it by another name"), false}
		}
	case err != nil:
		return saved{}, fmt.Errorf("%s cannot be written: %w", name, err)
	case version == "":
		return saved{}, conflict{name, "exists already: " + otherwise(name, "choose another name, or load it"), true}
	case !utf8.Valid(before):
		return saved{}, fmt.Errorf("%s is not UTF-8, so some of its bytes are not shown as they are: convert it to UTF-8 with another editor, "+
			"and load it again", name)
	case version != versionOf(before):
		return saved{}, conflict{name, "was changed by somebody else since it was loaded: " + otherwise(name, "save it by another name, or load it again"), true}
	}
	if err := write(folder, name, []byte(text)); err != nil {
		return saved{}, fmt.Errorf("%s cannot be written: %w", name, err)
	}
	return saved{File: name, Version: versionOf([]byte(text)), At: time.Now()}, nil
}

// otherwise is what to do where a file cannot be saved.
func otherwise(name, does string) string {
	if name == expectation.FileName { // its name is fixed
		return "copy the text, load the page again, and put in what you changed"
	}
	return does
}

// plainName matches the name of a new file, with folders before it.
var plainName = pattern.Lazy(`^([\pL\pN_-][\pL\pN._-]*/)*[\pL\pN_-][\pL\pN._-]*$`)

// fileName checks the name of a feature file below the folder. The folder itself is opened
// as a root, so that no link in it leads out of it. A new file has a plain name; one that
// exists keeps its own.
func fileName(name string, fresh bool) (string, error) {
	name = strings.TrimSpace(name)
	if name != "" && path.Ext(name) != ".feature" {
		name += ".feature"
	}
	allowed := fs.ValidPath(name) && filepath.IsLocal(filepath.FromSlash(name)) && !strings.HasPrefix(path.Base(name), ".") &&
		!strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || strings.ContainsRune(`\:*?"<>|`, c) })
	if !allowed || fresh && !plainName().MatchString(name) {
		return "", fmt.Errorf("%.80q is no name of a file in the folder: use letters, digits, - and _, such as %s", name, plainest(name))
	}
	return name, nil
}

// plainest is a plain name like another one.
func plainest(name string) string {
	words := strings.FieldsFunc(strings.TrimSuffix(path.Base(name), ".feature"), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if len(words) == 0 || len(name) > 80 {
		return "checkout.feature"
	}
	return strings.Join(words, "-") + ".feature"
}

// write writes a file of the folder: it appears when it is complete.
func write(folder *os.Root, name string, text []byte) (err error) {
	local := filepath.FromSlash(name)
	if err := folder.MkdirAll(filepath.Dir(local), 0o755); err != nil {
		return err
	}
	draft := filepath.Join(filepath.Dir(local), "."+filepath.Base(local)+"."+strings.ToLower(rand.Text()[:8]))
	f, err := folder.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = folder.Rename(draft, local)
	}
	if err != nil {
		_ = folder.Remove(draft)
	}
	return err
}

// CheckFolder checks the folder of --scenarios, which the page of scenarios saves to.
func CheckFolder(folder string) error {
	if folder == "" {
		return nil
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("--scenarios %q is no folder: create it first, or name another one", folder)
	}
	return nil
}
