// Package resource has the document's resources as plain values, and the rules
// about them that need nothing else: which molecules a segment may have
// (molecules.go), what a destination shows of its credentials and the result of
// its test (destination.go), when a link expires (link.go), which records a
// page contains (page.go), and what counts as an integer (integer.go).
//
// Nothing here knows of HTTP, storage, the clock, or the chosen variant of a
// gap: a rule that depends on a gap takes the variant as a field of a small
// struct.
//
// The store, the sandboxes, the API and the fixtures import it; it imports none
// of our packages. Start reading at segment.go and molecules.go.
package resource
