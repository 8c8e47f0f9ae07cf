package lsp

import (
	"understudy/steps"
	"understudy/steps/language"
)

// newEditorLanguage is the language that a server has.
func newEditorLanguage() *language.Language { return steps.NewLanguage(steps.Vocabulary{}) }
