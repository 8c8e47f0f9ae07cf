// Package tokens has the tokens that an operation must not take, for the steps that send
// them: those of the target file, those that are made from the right one, and the right one
// in a wrong place. It has no steps itself.
//
// Start reading at faultsByOperation in faults.go; then Wrong, which makes tokens, and
// MayHaveItsOwn, which says what a token of another workspace proves.
package tokens
