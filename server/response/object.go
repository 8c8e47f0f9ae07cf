package response

import (
	"maps"
	"slices"
)

// Object is a JSON object whose members keep their order.
type Object []Member

// Member is a member of an object. It is an unnamed struct type so that objects
// can be written as lists of names and values.
type Member = struct {
	Name  string
	Value any
}

// Array is a JSON array.
type Array []any

// Each makes an array of the bodies of some resources.
func Each[T any](rows []T, body func(T) Object) Array {
	bodies := make(Array, len(rows))
	for i, row := range rows {
		bodies[i] = body(row)
	}
	return bodies
}

// SortedObject returns a map as an object whose members are in the order of
// their names.
func SortedObject(m map[string]string) Object {
	o := make(Object, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		o = append(o, Member{name, m[name]})
	}
	return o
}
