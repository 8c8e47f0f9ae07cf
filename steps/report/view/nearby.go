package view

import (
	"strings"

	"understudy/steps/report/prose"
)

const (
	// linesAround is how many lines before and after the one that a finding is about are not
	// folded, and linesAtStart how many of a body that has no such line.
	linesAround  = 5
	linesAtStart = 12
	// fewestFolded is how many lines are worth a fold.
	fewestFolded = 3
)

// Nearby is one side of an exchange on a page: its head, and the body around the line of a
// finding, with what is folded before and after it.
type Nearby struct {
	Head                  string
	Earlier               Folded
	Before, Marked, After string
	Later                 Folded
	Note                  string
}

// Folded are lines that a click shows.
type Folded struct{ Title, Text string }

// Near splits a message for a page. A body without a line that the finding is about shows its
// start.
func Near(m Message) Nearby {
	body := m.Body
	shown := Nearby{Head: strings.Join(append([]string{m.First}, m.Header...), "\n"), Marked: body.Marked, Note: body.Note}
	if body.String() != "" {
		shown.Head += "\n\n"
	}
	if body.Marked == "" {
		shown.Before, shown.Later = startOf(body.Before, linesAtStart)
		return shown
	}
	shown.Earlier, shown.Before = endOf(body.Before, linesAround)
	shown.After, shown.Later = startOf(body.After, linesAround)
	return shown
}

// startOf returns the first lines of a text, and folds the rest.
func startOf(text string, most int) (start string, rest Folded) {
	lines := strings.Split(text, "\n")
	if len(lines) < most+fewestFolded {
		return text, Folded{}
	}
	return strings.Join(lines[:most], "\n"),
		Folded{prose.Count(len(lines)-most, "more line"), strings.Join(lines[most:], "\n")}
}

// endOf returns the last lines of a text, and folds those before.
func endOf(text string, most int) (before Folded, end string) {
	lines := strings.Split(text, "\n")
	from := len(lines) - most
	if from < fewestFolded {
		return Folded{}, text
	}
	return Folded{prose.Count(from, "line") + " before this", strings.Join(lines[:from], "\n")}, strings.Join(lines[from:], "\n")
}
