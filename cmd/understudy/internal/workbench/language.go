package workbench

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"

	"understudy/server/console"
	"understudy/spec/yamlfile"
	"understudy/steps"
	"understudy/steps/expectation"
	"understudy/steps/language"
)

// words is the language of scenarios, as understudy lsp knows it. Reading the built-in
// features takes a while, so it waits for the first question.
var words = sync.OnceValue(func() *language.Language {
	return steps.NewLanguage(steps.Vocabulary{})
})

// words is the language of a text with what the form has as its expectations; wrong says
// what is wrong with these.
func (w *Workbench) words(form url.Values) (l *language.Language, wrong *yamlfile.Fault) {
	text := w.written(form)
	if text == nil && w.Folder == "" {
		return words(), nil
	}
	var all []expectation.Expectation
	if !blank(text) {
		if all, wrong = expectation.Parse(text); wrong != nil {
			return words(), wrong // any expectation may be in it
		}
	}
	return words().Beside(all), nil
}

// asked is what the editor asks about: a text, and a position in it.
type asked struct {
	language.File
	language.Position
	words *language.Language
	// wrong is what is wrong with the expectations beside the text; nil for nothing.
	wrong *yamlfile.Fault
	// expected are the ids of these expectations.
	expected []string
}

// ofEditor responds to a question of the editor, as JSON.
func ofEditor(say func(asked) any) func(*Workbench, http.ResponseWriter, console.Place) int {
	return func(w *Workbench, out http.ResponseWriter, at console.Place) int {
		if err := at.Request.ParseForm(); err != nil {
			return fail(out, http.StatusBadRequest, "The text cannot be read: it may be too large.")
		}
		form := at.Request.PostForm
		folder, err := folderOf(form.Get("name"), form.Get("text"))
		if err != nil {
			return fail(out, http.StatusBadRequest, err.Error())
		}
		one := folder.Files.(oneText)
		a := asked{File: language.File{Path: one.name, Text: string(one.text)}}
		a.words, a.wrong = w.words(form)
		yours, _ := expectation.Parse(w.written(form)) // wrong says what cannot be read
		for _, e := range yours {
			a.expected = append(a.expected, e.ID)
		}
		a.Line, _ = strconv.Atoi(form.Get("line"))
		a.Character, _ = strconv.Atoi(form.Get("character"))
		return sendJSON(out, say(a))
	}
}

// diagnostic is what is wrong in the text. Missing is the expectation that a tag names and
// that is not written yet: the page can add it.
type diagnostic struct {
	language.Diagnostic
	Missing string `json:"missing,omitempty"`
}

func diagnose(a asked) any {
	all := []diagnostic{}
	if a.wrong != nil {
		all = append(all, diagnostic{Diagnostic: language.Diagnostic{Message: expectation.FileName + ":" + a.wrong.Error()}})
	}
	lines := strings.Split(a.Text, "\n")
	for _, d := range a.words.Diagnose(a.File) {
		one := diagnostic{Diagnostic: d}
		id, isTag := strings.CutPrefix(at(lines, d.Range), "@expect:")
		if isTag && d.Fix == nil && !d.Warning && !slices.Contains(a.expected, id) {
			one.Missing = id
			one.Message = fmt.Sprintf("no expectation %q yet: Fix adds it to your expectations below", id)
		}
		all = append(all, one)
	}
	return all
}

// at is the text of a range within a line, whose columns are counted as editors do.
func at(lines []string, r language.Range) string {
	if r.Start.Line != r.End.Line || r.Start.Line >= len(lines) {
		return ""
	}
	line := utf16.Encode([]rune(lines[r.Start.Line]))
	to := min(r.End.Character, len(line))
	return string(utf16.Decode(line[min(r.Start.Character, to):to]))
}

func complete(a asked) any {
	return append([]language.Completion{}, a.words.Complete(a.Text, a.Position)...)
}

// formatted is the text as understudy lsp formats it, or why it stays as it is.
type formatted struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

func format(a asked) any {
	text, err := language.Format(a.Text)
	if err != nil {
		return formatted{a.Text, "The text is not formatted: " + err.Error() + "."}
	}
	return formatted{Text: text}
}

// hover is null where there is nothing to say.
func hover(a asked) any {
	h, ok := a.words.Hover(a.Text, a.Position)
	if !ok {
		return nil
	}
	return h
}
