// Package resource holds the document's resources as plain values, and the
// rules about them that need nothing else: which molecules a segment may have
// (molecules.go), what a destination shows of its credentials and how its test
// ends (destination.go), when a link expires (link.go), which records a page
// holds (page.go), and what counts as an integer (integer.go).
//
// Nothing here knows of HTTP, of storage, of the clock, or of the variant that
// a gap was given: a rule that hangs on a gap takes the variant as a field of
// a small struct.
//
// The store, the sandboxes, the API and the fixtures import it; it imports
// nothing of ours. Start reading at segment.go and molecules.go.
package resource
