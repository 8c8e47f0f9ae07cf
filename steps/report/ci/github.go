package ci

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"slices"
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/terminal"
	"understudy/steps/report/view"
)

// GitHub writes a run as workflow commands, which GitHub Actions shows as annotations, those on
// a user's features beside their lines. There is an error for each broken promise, each drift,
// each untrue entry of a baseline, and each reason why scenarios could not be verified; and the
// verdict as a notice, or as a warning where too little was checked.
func GitHub(w io.Writer, r *report.Run) error {
	var b bytes.Buffer
	for _, a := range most(slices.Concat(brokenAnnotations(r), unmetAnnotations(r), untrueAnnotations(r), errorAnnotations(r))) {
		b.WriteString(a.command())
	}
	closing := annotation{level: "notice", title: "understudy", text: r.Closing()}
	if r.Verdict() == report.Skip && r.Exit() != 0 {
		closing.level = "warning"
	}
	b.WriteString(closing.command())
	_, err := w.Write(b.Bytes())
	return err
}

// GitHubLog writes a run for the log of a workflow: what Pretty, or Quiet, writes,
// and the annotations. No text of a deployment is read as a workflow command.
func GitHubLog(w io.Writer, r *report.Run, quiet bool) error {
	token := rand.Text()
	if _, err := fmt.Fprintf(w, "::stop-commands::%s\n", token); err != nil {
		return err
	}
	write := terminal.Pretty
	if quiet {
		write = terminal.Quiet
	}
	if err := write(w, r, false); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "::%s::\n", token); err != nil {
		return err
	}
	return GitHub(w, r)
}

// annotation is one workflow command. Without a file it belongs to the step.
type annotation struct {
	level, file string
	line        int64
	title, text string
	// rule says what of a run it is about: the kind, and the id where there is one.
	// scenario is the address of the scenario that shows it, if one does.
	rule, scenario string
}

const (
	// mostErrors is how many errors of one step GitHub shows.
	mostErrors = 10
	// mostText is how long an annotation is, in characters.
	mostText = 4000
)

// most limits the errors to those that are shown; the last of them names the others.
func most(all []annotation) []annotation {
	if len(all) <= mostErrors {
		return all
	}
	var titles []string
	for _, a := range all[mostErrors-1:] {
		titles = append(titles, a.title)
	}
	rest := annotation{level: "error", title: fmt.Sprintf("and %d more", len(titles)), text: strings.Join(titles, "\n")}
	return append(all[:mostErrors-1:mostErrors-1], rest)
}

// brokenAnnotations has an error for each broken promise, at the scenario that
// shows it.
func brokenAnnotations(r *report.Run) (all []annotation) {
	for _, id := range r.Broken() {
		p := r.Promise(id)
		a := annotation{level: "error", title: "promise " + id + " is broken", text: prose.OneLine(p.Says), rule: "promise/" + id}
		found := view.Findings(r, id)
		for _, f := range found[:min(mostFindings, len(found))] {
			s, _ := r.Scenario(f.By[0])
			if a.scenario == "" {
				a.file, a.line, a.scenario = s.File, s.Line, s.Address
			}
			a.text += fmt.Sprintf("\nexpected %s\nfound %s\nseen in %s", prose.Short(f.ExpectedAt()), prose.Short(f.Actual),
				strings.Join(f.By, ", "))
			if f.Exchange != nil && f.Exchange.LeftOut != "" {
				a.text += "\nleft out " + prose.Short(f.Exchange.LeftOut)
			}
			if f.Exchange != nil {
				a.text += "\n" + f.Exchange.Curl()
			}
		}
		all = append(all, a)
	}
	return all
}

// untrueAnnotations has an error for each response that drifted from its profile,
// and for each entry of the baseline that is no longer true.
func untrueAnnotations(r *report.Run) (all []annotation) {
	for _, d := range r.Profile.Moves() {
		all = append(all, annotation{level: "error", title: "gap " + d.Gap + " has drifted", rule: "drift/" + d.Gap,
			text: fmt.Sprintf("profiled %s, observed %s: %s\non %s", d.Profiled, d.Observed, prose.Short(d.Evidence),
				strings.Join(d.Operations, ", "))})
	}
	for _, e := range r.Baseline.Untrue() {
		all = append(all, annotation{level: "error", title: "the baseline is no longer true of " + e.Name(),
			text: prose.OneLine(r.Baseline.Says(e)), rule: "baseline"})
	}
	return all
}

// errorAnnotations has an error for each reason why scenarios could not be verified.
func errorAnnotations(r *report.Run) (all []annotation) {
	for _, g := range view.Unverified(r) {
		a := annotation{level: "error", title: prose.Count(len(g.Names), "scenario") + " could not be verified",
			text: g.Common + "\n" + strings.Join(g.Names, "\n"), rule: "not-verified"}
		s, _ := r.Scenario(g.Names[0])
		a.file, a.line, a.scenario = s.File, s.Line, s.Address
		all = append(all, a)
	}
	return all
}

// Escapes what would end a workflow command's text, or one of its properties.
var (
	commandText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (a annotation) command() string {
	place := ""
	if a.file != "" {
		place = fmt.Sprintf("file=%s,line=%d,", commandProperty.Replace(a.file), a.line)
	}
	return fmt.Sprintf("::%s %stitle=%s::%s\n", a.level, place, commandProperty.Replace(a.title),
		commandText.Replace(prose.Clip(prose.Legible(a.text), mostText)))
}
