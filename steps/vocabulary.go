package steps

import (
	"reflect"

	"understudy/steps/builtin"
	"understudy/steps/builtin/rows"
	"understudy/steps/vocabulary"
)

// The types of a row of the vocabulary.
type (
	// Step is a row of the vocabulary that scenarios are written in.
	Step = vocabulary.Step
	// Thing is what a step provides for those after it.
	Thing = vocabulary.Thing
	// Footprint is an upper bound of what a step sends to a deployment that keeps its promises.
	Footprint = vocabulary.Footprint
	// Shared is the key of what steps do once in a run: give yours a name in Of.
	Shared = vocabulary.Shared
)

// The things that built-in steps provide. A user's step may provide and require these
// and others.
const (
	AResponse     = vocabulary.AResponse
	ARequest      = rows.ARequest
	AListResponse = rows.AListResponse
	PagesRead     = rows.PagesRead
	ASegment      = rows.ASegment
	ItsCompletion = rows.ItsCompletion
	ALink         = rows.ALink
	AConnector    = rows.AConnector
	ARenaming     = rows.ARenaming
	ADestination  = rows.ADestination
)

// Catalogue is every built-in step, in the order of the keywords.
func Catalogue() []Step { return builtin.Catalogue().Steps() }

// Vocabulary holds every step that features may use: those of Catalogue and those
// added by Extend. The zero value has only the former.
type Vocabulary struct{ extended *vocabulary.Vocabulary }

func (v Vocabulary) words() vocabulary.Vocabulary {
	if v.extended == nil {
		return builtin.Catalogue()
	}
	return *v.extended
}

// Steps are the steps of the vocabulary, the built-in ones first.
func (v Vocabulary) Steps() []Step { return v.words().Steps() }

// Extend adds steps of your own to the vocabulary. The Func of each is
//
//	func(scene *steps.Scene, …) error
//
// with an argument for each group of the pattern: a string, an int, an int64 or a
// float64. One more argument takes what is below the step: a string for a doc string,
// a [][]string for the rows of a table. The error is nil or one that Scene returned:
// any other means that the step itself failed, and makes the verdict an error.
//
// A step that is ambiguous with another one, lacks its documentation or has a Func of
// another form is rejected; the error names all problems.
func Extend(own ...Step) (Vocabulary, error) {
	v, err := builtin.Catalogue().Extend(sceneType, own...)
	return Vocabulary{&v}, err
}

var sceneType = reflect.TypeFor[*Scene]()
