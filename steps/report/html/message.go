package html

import (
	"strings"

	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

const (
	// linesAround is how many lines before and after the one that a finding is about are not
	// folded, and linesAhead how many of a body that has no such line.
	linesAround = 5
	linesAhead  = 12
	// fewestFolded is how many lines are worth a fold.
	fewestFolded = 3
)

// messageShown is one side of an exchange: its head, and the body around the line of a
// finding, with what is folded before and after it.
type messageShown struct {
	Head                  string
	Earlier               folded
	Before, Marked, After string
	Later                 folded
	Note                  string
}

// folded are lines that a click shows.
type folded struct{ Title, Text string }

// showMessage splits a message for the page. A body without a line that the finding is about
// shows its start.
func showMessage(m view.Message) messageShown {
	body := m.Body
	shown := messageShown{Head: strings.Join(append([]string{m.First}, m.Header...), "\n"), Marked: body.Marked, Note: body.Note}
	if body.String() != "" {
		shown.Head += "\n\n"
	}
	if body.Marked == "" {
		shown.Before, shown.Later = startOf(body.Before, linesAhead)
		return shown
	}
	shown.Earlier, shown.Before = endOf(body.Before, linesAround)
	shown.After, shown.Later = startOf(body.After, linesAround)
	return shown
}

// startOf returns the first lines of a text, and folds the rest.
func startOf(text string, most int) (start string, rest folded) {
	lines := strings.Split(text, "\n")
	if len(lines) < most+fewestFolded {
		return text, folded{}
	}
	return strings.Join(lines[:most], "\n"),
		folded{prose.Count(len(lines)-most, "more line"), strings.Join(lines[most:], "\n")}
}

// endOf returns the last lines of a text, and folds those before.
func endOf(text string, most int) (before folded, end string) {
	lines := strings.Split(text, "\n")
	from := len(lines) - most
	if from < fewestFolded {
		return folded{}, text
	}
	return folded{prose.Count(from, "line") + " before this", strings.Join(lines[:from], "\n")}, strings.Join(lines[from:], "\n")
}
