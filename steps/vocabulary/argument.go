package vocabulary

import (
	"fmt"
	"reflect"
	"slices"
)

// Argument is what the lines below a step contain, beside the groups of its text.
type Argument string

// What the lines below a step may contain.
const (
	Nothing   Argument = ""
	DocString Argument = "doc string"
	Table     Argument = "table"
)

func (a Argument) String() string {
	if a == Nothing {
		return "nothing below it"
	}
	return "a " + string(a) + " below it"
}

// groupTypes are the types of parameters for the groups of a pattern.
var groupTypes = []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[int64](), reflect.TypeFor[float64]()}

// argumentTaken returns the Argument that a step's function takes, beside its
// first parameter and the groups of the pattern. The error says what the
// function must look like.
func argumentTaken(first, f reflect.Type, groups int) (Argument, error) {
	form := fmt.Errorf("its Func must be a func(%s, …) error with %d arguments for the groups of the pattern: string, int, int64 "+
		"or float64", first, groups)
	if f == nil || f.Kind() != reflect.Func || f.IsVariadic() || f.NumIn() == 0 || f.In(0) != first || f.NumOut() != 1 ||
		f.Out(0) != reflect.TypeFor[error]() {
		return Nothing, form
	}
	more := f.NumIn() - 1 - groups
	for i := range min(groups, f.NumIn()-1) {
		if !slices.Contains(groupTypes, f.In(1+i)) {
			return Nothing, form
		}
	}
	switch {
	case more == 0:
		return Nothing, nil
	case more == 1 && f.In(1+groups) == reflect.TypeFor[string]():
		return DocString, nil
	case more == 1 && f.In(1+groups) == reflect.TypeFor[[][]string]():
		return Table, nil
	}
	return Nothing, form
}
