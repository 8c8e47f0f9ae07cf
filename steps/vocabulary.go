package steps

import (
	"reflect"

	"understudy/steps/builtin"
	"understudy/steps/feature"
)

// The types of a row of the vocabulary.
type (
	// Step is one row of the closed vocabulary that scenarios are written in.
	Step = feature.Step
	// Thing is what a step provides for those after it.
	Thing = feature.Thing
	// Footprint is what a step sends at most to a deployment that keeps its promises.
	Footprint = feature.Footprint
)

// The things that built-in steps provide. A step of one's own may provide and
// require these and others.
const (
// CONSTS
)

// Catalogue is every built-in step, in the order of the keywords.
func Catalogue() []Step { return builtin.Catalogue().Steps() }

// Vocabulary is every step that features may use: those of Catalogue, and the
// ones that it was extended by. The zero value has no others.
type Vocabulary struct{ extended *feature.Vocabulary }

func (v Vocabulary) words() feature.Vocabulary {
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
// with an argument for each group of the pattern: a string, an int, an int64
// or a float64. One more argument takes what stands below the step: a string
// for a doc string, a [][]string for the rows of a table. The error is nil, or
// one of those that Scene makes: any other says that the step itself went
// wrong, and makes the verdict error.
//
// A step that could not be told from another, lacks its documentation or has
// another Func is rejected; the error names all that is to be fixed.
func Extend(own ...Step) (Vocabulary, error) {
	v, err := builtin.Catalogue().Extend(sceneType, own...)
	return Vocabulary{&v}, err
}

var sceneType = reflect.TypeFor[*Scene]()
