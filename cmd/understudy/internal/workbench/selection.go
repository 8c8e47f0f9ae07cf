package workbench

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"understudy/steps"
	"understudy/steps/expectation"
	"understudy/steps/feature"
	"understudy/steps/language"
	"understudy/steps/report"
)

// selection is what a form asks to run.
type selection struct {
	// Title names it for people.
	Title string
	// Form asks for the same again.
	Form      url.Values
	options   steps.Options
	scenarios []*feature.Scenario
	// expectations are those beside the text of the editor.
	expectations []expectation.Expectation
}

// mostText limits the text of the editor, in bytes.
const mostText = 1 << 20

// defaultName is the name of a file that nobody has named.
const defaultName = "scenario.feature"

// own begins the names of features in the folder of the people's own.
const own = "own:"

// selected reads a form. It has one of: text, with the name of its file and perhaps the
// line of one scenario; address; feature; folder.
func (w *Workbench) selected(form url.Values) (*selection, error) {
	s := &selection{Form: url.Values{}}
	for _, name := range []string{"text", "name", "line", "address", "feature", "folder", "place", "expectations"} {
		if v := form.Get(name); v != "" {
			s.Form.Set(name, v)
		}
	}
	var err error
	switch {
	case form.Has("text"):
		err = w.ofText(s, form)
	case form.Has("address"):
		address := form.Get("address")
		s.Title = address
		err = w.pick(s, form.Get("feature"), func(sc *feature.Scenario) bool { return sc.Address == address })
	case form.Has("feature"):
		s.Title = form.Get("feature")
		err = w.pick(s, form.Get("feature"), func(*feature.Scenario) bool { return true })
	case form.Get("folder") == own:
		s.Title = w.Folder
		err = w.pick(s, own, func(*feature.Scenario) bool { return true })
	case form.Has("folder"):
		folder := form.Get("folder")
		s.Title = folder
		err = w.pick(s, "", func(sc *feature.Scenario) bool { return strings.HasPrefix(sc.File.Name, folder+"/") })
	default:
		err = errors.New("nothing is selected: load the page again")
	}
	if err != nil {
		return s, err
	}
	s.options.ReadOnly = w.ReadOnly || form.Get("read_only") != ""
	return s, nil
}

// pick selects scenarios of the built-in features, or of the people's own.
func (w *Workbench) pick(s *selection, name string, wanted func(*feature.Scenario) bool) error {
	files, folders, err := w.filesOf(name)
	if err != nil {
		return err
	}
	name = strings.TrimPrefix(name, own)
	for _, f := range files {
		for _, sc := range f.Scenarios {
			if (name == "" || f.Name == name) && wanted(sc) {
				s.scenarios = append(s.scenarios, sc)
			}
		}
	}
	if len(s.scenarios) == 0 {
		return fmt.Errorf("there is no such scenario as %.80q: load the page again", s.Title)
	}
	s.options.Folders, s.options.Only = folders, s.has
	return nil
}

// has reports whether a scenario is selected. A scenario of people's own is known by its
// place: another folder may have the same address.
func (s *selection) has(one report.Scenario) bool {
	return slices.ContainsFunc(s.scenarios, func(sc *feature.Scenario) bool {
		if sc.File.BuiltIn {
			return one.File == "" && one.Address == sc.Address
		}
		return one.File == sc.File.Path && one.Line == int64(sc.Line)
	})
}

// filesOf are the files among which a feature of that name is.
func (w *Workbench) filesOf(name string) ([]*feature.File, []steps.Folder, error) {
	if !strings.HasPrefix(name, own) {
		files, err := builtIn()
		return files, nil, err
	}
	return w.ownFiles()
}

// ofText selects the scenarios of a text, or the one at a line: what is wrong in another
// one does not keep it from running.
func (w *Workbench) ofText(s *selection, form url.Values) error {
	if line, err := strconv.Atoi(form.Get("line")); err == nil && len(form.Get("text")) <= mostText {
		alone := maps.Clone(form)
		alone.Set("text", language.Alone(form.Get("text"), line))
		if err := w.ofWhole(s, alone); err == nil {
			return nil
		}
		s.options, s.scenarios = steps.Options{}, nil
	}
	return w.ofWhole(s, form)
}

// ofWhole selects the scenarios of a text, or the one at a line.
func (w *Workbench) ofWhole(s *selection, form url.Values) error {
	folder, err := folderOf(form.Get("name"), form.Get("text"))
	if err != nil {
		return err
	}
	one := folder.Files.(oneText)
	if own := w.written(form); !blank(own) {
		one.expectations = own
		s.expectations, _ = expectation.Parse(own) // the run says what is wrong with them
	}
	folder.Files = one
	s.options.Folders, s.options.Only = []steps.Folder{folder}, s.has
	files, err := steps.Read(s.options)
	if err != nil {
		return errors.New("there is no scenario in the text yet: write Scenario: and a name")
	}
	s.Title = one.name
	for _, f := range files {
		s.scenarios = append(s.scenarios, f.Scenarios...)
	}
	if len(s.scenarios) == 0 {
		faults, err := steps.Lint(s.options)
		for _, f := range faults {
			if !f.Warning {
				err = errors.Join(err, f)
			}
		}
		return err
	}
	if sc := scenarioAt(s.scenarios, form.Get("line")); sc != nil {
		s.Title, s.scenarios = sc.Address, []*feature.Scenario{sc}
	}
	return nil
}

// scenarioAt is the last scenario that begins at a line or above, or the first; nil where
// no line is given.
func scenarioAt(all []*feature.Scenario, line string) *feature.Scenario {
	at, err := strconv.Atoi(line)
	if err != nil || at < 1 {
		return nil
	}
	found := all[0]
	for _, sc := range all {
		if sc.Line <= at {
			found = sc
		}
	}
	return found
}

// writes lists the selected scenarios that write.
func (s *selection) writes() (addresses []string) {
	for _, sc := range s.scenarios {
		if sc.Writes {
			addresses = append(addresses, sc.Address)
		}
	}
	return addresses
}

// folderOf is a folder that has a text as its only file.
func folderOf(name, text string) (steps.Folder, error) {
	if len(text) > mostText {
		return steps.Folder{}, fmt.Errorf("the text has %d bytes: at most %d are read", len(text), mostText)
	}
	name = path.Base(strings.TrimSuffix(strings.TrimSpace(name), ".feature"))
	if name == "." || name == "/" || !fs.ValidPath(name) {
		name = strings.TrimSuffix(defaultName, ".feature")
	}
	return steps.Folder{Name: "", Files: oneText{name: name + ".feature", text: []byte(strings.ReplaceAll(text, "\r\n", "\n"))}}, nil
}

// oneText is a file system with one feature file.
type oneText struct {
	name string
	text []byte
	// expectations is the file of expectations beside it; nil for none.
	expectations []byte
}

// Open fails: who reads the folder uses the methods below.
func (o oneText) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadDir lists the file.
func (o oneText) ReadDir(string) ([]fs.DirEntry, error) {
	return []fs.DirEntry{fs.FileInfoToDirEntry(o)}, nil
}

// ReadFile is the text.
func (o oneText) ReadFile(name string) ([]byte, error) {
	if name == expectation.FileName && o.expectations != nil {
		return o.expectations, nil
	}
	if name != o.name {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return o.text, nil
}

// Stat describes the folder, or the file.
func (o oneText) Stat(name string) (fs.FileInfo, error) {
	if name == "." {
		return root{o}, nil
	}
	return o, nil
}

// Name and the methods below describe the file.
func (o oneText) Name() string       { return o.name }
func (o oneText) Size() int64        { return int64(len(o.text)) }
func (o oneText) Mode() fs.FileMode  { return 0o444 }
func (o oneText) ModTime() time.Time { return time.Time{} }
func (o oneText) IsDir() bool        { return false }
func (o oneText) Sys() any           { return nil }

// root describes the folder.
type root struct{ oneText }

func (root) Name() string      { return "." }
func (root) Mode() fs.FileMode { return fs.ModeDir | 0o555 }
func (root) IsDir() bool       { return true }
