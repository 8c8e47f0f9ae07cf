package steps

import (
	"reflect"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"
)

// argument is what stands below a step, beside the groups of its text.
type argument string

const (
	nothing   argument = ""
	docString argument = "doc string"
	table     argument = "table"
)

func (a argument) String() string {
	if a == nothing {
		return "nothing below it"
	}
	return "a " + string(a) + " below it"
}

func argumentOf(st *messages.PickleStep) argument {
	switch {
	case st.Argument == nil:
		return nothing
	case st.Argument.DocString != nil:
		return docString
	}
	return table
}

// handed are the types in which godog hands on what stands below a step.
var handed = map[argument]reflect.Type{
	docString: reflect.TypeFor[*godog.DocString](),
	table:     reflect.TypeFor[*godog.Table](),
}

// read makes a text of a doc string, and rows of cells of a table.
func (a argument) read(args []reflect.Value) []reflect.Value {
	if a == nothing {
		return args
	}
	last := len(args) - 1
	switch v := args[last].Interface().(type) {
	case *godog.DocString:
		args[last] = reflect.ValueOf(v.Content)
	case *godog.Table:
		args[last] = reflect.ValueOf(cells(v))
	}
	return args
}

func cells(t *godog.Table) (rows [][]string) {
	for _, r := range t.Rows {
		var row []string
		for _, c := range r.Cells {
			row = append(row, c.Value)
		}
		rows = append(rows, row)
	}
	return rows
}
