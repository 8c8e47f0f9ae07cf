package workbench

import (
	"net/http"
	"strconv"
	"sync"

	"understudy/server/console"
	"understudy/steps"
	"understudy/steps/language"
)

// words is the language of scenarios, as understudy lsp knows it. Reading the built-in
// features takes a while, so it waits for the first question.
var words = sync.OnceValue(func() *language.Language {
	return steps.NewLanguage(steps.Vocabulary{})
})

// words is the language of texts in the folder, if there is one.
func (w *Workbench) words() *language.Language {
	if w.Folder == "" {
		return words()
	}
	return words().Beside(w.expectations())
}

// asked is what the editor asks about: a text, and a position in it.
type asked struct {
	language.File
	language.Position
	words *language.Language
}

// ofEditor answers a question of the editor, as JSON.
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
		a := asked{File: language.File{Path: one.name, Text: string(one.text)}, words: w.words()}
		a.Line, _ = strconv.Atoi(form.Get("line"))
		a.Character, _ = strconv.Atoi(form.Get("character"))
		return sendJSON(out, say(a))
	}
}

func diagnose(a asked) any { return a.words.Diagnose(a.File) }

func complete(a asked) any {
	return append([]language.Completion{}, a.words.Complete(a.Text, a.Position)...)
}

// hover is null where there is nothing to say.
func hover(a asked) any {
	h, ok := a.words.Hover(a.Text, a.Position)
	if !ok {
		return nil
	}
	return h
}
