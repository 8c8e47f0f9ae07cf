package workbench

import (
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"understudy/server/console"
	"understudy/steps"
	"understudy/steps/feature"
)

// page is what every page of the workbench knows.
type page struct {
	console.Place
	Where    string
	Forks    bool
	ReadOnly bool
	Folder   string
	Find     string
	Sandbox  string
}

func (w *Workbench) page(at console.Place) page {
	p := page{Place: at, Where: w.Deployment.Where(at.Sandbox), Forks: w.Deployment.Forks(), ReadOnly: w.ReadOnly, Folder: w.Folder}
	if p.Forks && at.Request.URL.Query().Has("sandbox") {
		p.Sandbox = at.Sandbox
	}
	return p
}

// Style and Script are the addresses of the files that the page loads.
func (p page) Style() string  { return p.file(".css") }
func (p page) Script() string { return p.file(".js") }

// Editor is the address of the editor.
func (p page) Editor() string { return p.file(".mjs") }

func (p page) file(ending string) string {
	for _, f := range files() {
		if strings.HasSuffix(f.name, ending) {
			return p.Path + "/" + f.name
		}
	}
	return ""
}

// contentsView is the table of contents.
type contentsView struct {
	page
	Chapters []*chapter
	Own      []entry
	// Wrong says why the folder of people's own cannot be read.
	Wrong string
}

// OwnCount is how many scenarios people have of their own.
func (v contentsView) OwnCount() (n int) {
	for _, e := range v.Own {
		n += e.Scenarios
	}
	return n
}

func (w *Workbench) contentsPage(at console.Place) (template.HTML, error) {
	files, err := builtIn()
	if err != nil {
		return "", err
	}
	v := contentsView{page: w.page(at), Chapters: chapters(files)}
	if w.Folder != "" {
		if v.Own, err = w.ownEntries(); err != nil {
			v.Wrong = err.Error()
		}
	}
	return rendered("contents", v), nil
}

// ownEntries are the feature files in the folder of people's own. One that is not Gherkin
// has no scenarios, and can be edited all the same.
func (w *Workbench) ownEntries() (all []entry, err error) {
	folder, err := steps.OpenFolder(w.Folder)
	if err != nil {
		return nil, err
	}
	read, _, _ := w.ownFiles() // what it does not read is listed by its name
	err = fs.WalkDir(folder.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".feature" {
			return err
		}
		one := entry{Name: own + name, Title: name}
		if i := slices.IndexFunc(read, func(f *feature.File) bool { return f.Name == name }); i >= 0 {
			one.Title, one.Scenarios = read[i].Document.Feature.Name, len(read[i].Scenarios)
		}
		all = append(all, one)
		return nil
	})
	return all, err
}

// ownFiles are the features in the folder of people's own.
func (w *Workbench) ownFiles() ([]*feature.File, []steps.Folder, error) {
	if w.Folder == "" {
		return nil, nil, fmt.Errorf("there is no folder of your own scenarios: start with --scenarios DIR")
	}
	folder, err := steps.OpenFolder(w.Folder)
	if err != nil {
		return nil, nil, err
	}
	all := []steps.Folder{folder}
	if none, err := isEmpty(folder.Files); none || err != nil {
		return nil, all, err
	}
	files, err := steps.Read(steps.Options{Folders: all})
	return files, all, err
}

// isEmpty reports whether a folder has no feature file.
func isEmpty(folder fs.FS) (bool, error) {
	none := true
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) == ".feature" {
			none = false
			return fs.SkipAll
		}
		return err
	})
	return none, err
}

// featurePageView is a page of the book.
type featurePageView struct {
	page
	featureView
	// File names the feature in forms.
	File     string
	Previous *entry
	Next     *entry
}

func (w *Workbench) featurePage(at console.Place, name string) (template.HTML, error) {
	files, _, err := w.filesOf(name)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(files, func(f *feature.File) bool { return f.Name == strings.TrimPrefix(name, own) })
	if i < 0 {
		return "", fmt.Errorf("there is no feature %.80q: choose one of the contents", name)
	}
	v := featurePageView{page: w.page(at), featureView: viewOf(files[i]), File: name}
	w.addKnown(files[i], &v.featureView)
	if v.BuiltIn {
		v.Previous, v.Next = beside(chapters(files), name)
	}
	return rendered("feature", v), nil
}

// addKnown adds what was measured, and what the expectations say.
func (w *Workbench) addKnown(f *feature.File, v *featureView) {
	yours := w.expectations()
	for r := range v.Rules {
		for s := range v.Rules[r].Scenarios {
			one := &v.Rules[r].Scenarios[s]
			for i, e := range one.Expects {
				one.Expects[i].Says = says(e.ID, yours)
			}
			var known []*worth
			for _, address := range one.Addresses {
				if k := w.kept(f, address); k != nil {
					known = append(known, k)
				}
			}
			if len(known) > 0 {
				one.Worth = together(known)
			}
			one.Measured = len(known) == len(one.Addresses)
		}
	}
}

// beside are the features before and after one in the order of the book.
func beside(all []*chapter, name string) (previous, next *entry) {
	var flat []entry
	for _, c := range all {
		flat = append(flat, c.Features...)
	}
	i := slices.IndexFunc(flat, func(e entry) bool { return e.Name == name })
	if i > 0 {
		previous = &flat[i-1]
	}
	if i >= 0 && i+1 < len(flat) {
		next = &flat[i+1]
	}
	return previous, next
}
