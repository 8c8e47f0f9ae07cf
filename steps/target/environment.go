package target

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"understudy/spec/pattern"
	"understudy/spec/yamlfile"
)

// environment replaces ${NAME} in the values of a target file, and knows what it replaced.
type environment struct {
	lookup func(string) (string, bool)
	// names are the variables in the values of keys, as ${A}; empty are the keys without any
	// text but that of empty variables.
	names map[string]string
	empty map[string]bool
	// unset are the variables that the environment does not have.
	unset []string
	// unclosed are the values with the beginning of a variable that is not replaced.
	unclosed yamlfile.Faults
}

var variable = pattern.Lazy(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// expand returns the value of a key with the values of its variables.
func (e *environment) expand(key, text string) string {
	isSample := IsSample(key)
	if !isSample && strings.Contains(variable().ReplaceAllString(text, ""), "${") {
		e.unclosed = append(e.unclosed,
			yamlfile.About(key, "has ${ without the name of a variable and }: write ${NAME} for the value of a variable"))
	}
	names := variable().FindAllString(text, -1)
	if len(names) == 0 {
		return text
	}
	value := variable().ReplaceAllStringFunc(text, func(m string) string {
		name := m[2 : len(m)-1]
		v, ok := e.lookup(name)
		if !ok {
			e.unset = append(e.unset, name)
		}
		return v
	})
	e.names[key], e.empty[key] = strings.Join(names, ""), value == ""
	return value
}

// missing says which variables the environment does not have; nil for none.
func (e *environment) missing() error {
	if len(e.unset) == 0 {
		return nil
	}
	names := slices.Compact(slices.Sorted(slices.Values(e.unset)))
	them, values := "it", "value"
	if len(names) > 1 {
		them, values = "them", "values"
	}
	return fmt.Errorf("the environment has no %s: set %s, or write the %s into the file", strings.Join(names, ", "), them, values)
}

// named adds the variables to the faults of values that come from them. One whose value is empty
// is reported as that.
func (e *environment) named(err error) error {
	var all yamlfile.Faults
	errors.As(err, &all)
	for _, f := range all {
		names := e.names[f.Key]
		switch {
		case e.empty[f.Key]:
			f.Text = e.isEmpty(f.Key).Text
		case names != "":
			f.Text = strings.Replace(f.Text, f.Key, fmt.Sprintf("%s (from %s)", f.Key, names), 1)
		}
	}
	return err
}

// emptyValues are the faults of resources and limits that empty variables would leave out.
func (e *environment) emptyValues() (all yamlfile.Faults) {
	for _, key := range slices.Sorted(maps.Keys(e.empty)) {
		part, _, _ := strings.Cut(key, ".")
		if e.empty[key] && slices.Contains([]string{"resources", "ground", "limits"}, part) {
			all = append(all, e.isEmpty(key))
		}
	}
	return all
}

// isEmpty is the fault of a key that needs a value, and has that of an empty variable.
func (e *environment) isEmpty(key string) *yamlfile.Fault {
	return yamlfile.About(key, "has no value, because %s is empty: set the variable, or write the value into the file", e.names[key])
}
