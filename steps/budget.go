package steps

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"understudy/steps/target"
)

// Budget is what a run does to a deployment at most. What it creates, renames
// and publishes is bounded on any deployment; the requests are so where it
// keeps its promises, shows at once what was written and asks for no repetition:
// what looks broken is looked at again before it is blamed. A step of the caller's own counts as one request,
// whatever it sends.
type Budget struct {
	BaseURL string
	// Scenarios is how many of the selected ones are run.
	Scenarios int
	Requests  int
	// Segments, Connectors and Links are how many of them may be created.
	Segments, Connectors, Links int
	// Renamings is how often the destination may be renamed, and its name restored.
	Renamings     int
	DestinationID int64
	// Publishes names the connectors that may be published, for ever.
	Publishes []string
	// Waits is how many segments are waited for, each at most for Patience.
	Waits    int
	Patience time.Duration
}

// Plan tells what Run would do, and asks nothing.
func Plan(t target.Target, o Options) (Budget, error) {
	s, selected, err := load(o)
	if err != nil {
		return Budget{}, err
	}
	r, err := newRun(t, o)
	if err != nil {
		return Budget{}, err
	}
	defer r.client.Close()
	b := Budget{BaseURL: r.redact.Text(r.target.BaseURL), DestinationID: t.Resources.DestinationID, Patience: time.Duration(r.target.Limits.AsyncTimeout)}
	all := Footprint{}
	for _, sc := range s.scenarios {
		if selected[sc.address] && (&world{run: r, sc: sc, ctx: context.Background()}).admit() == nil {
			b.Scenarios++
			all = all.plus(sc.footprint(r.target))
		}
	}
	if _, publishes := all.once["the publishing"]; publishes {
		b.Publishes = r.publishes()
	}
	for name, c := range all.once {
		if name != "the publishing" || len(b.Publishes) > 0 {
			all = all.plus(c)
		}
	}
	b.Requests = all.Requests + all.Waits*polls(b.Patience)
	b.Segments, b.Connectors, b.Links, b.Renamings, b.Waits = all.Segments, all.Connectors, all.Links, all.Renamings, all.Waits
	return b, nil
}

// publishes names what the target permits to be published.
func (r *run) publishes() (names []string) {
	if r.target.AllowPublish {
		names = append(names, "a connector of the run")
	}
	if named := r.target.Resources.PublishableConnectorServiceName; named != "" {
		names = append(names, r.redact.Text(named))
	}
	return names
}

// footprint is what the steps of a scenario do, up to the first for which the target
// names no test data.
func (sc *scenario) footprint(t target.Target) (all Footprint) {
	for _, st := range sc.planned() {
		if st.row == nil {
			all.Requests++
			continue
		}
		c := st.row.of(use{st.text, st.groups, st.operation})
		if lacks(t, c.Needs) {
			break
		}
		all = all.plus(c)
	}
	return all
}

// planned is a step with its row, nil where it is none of the built-in ones, and
// what the groups of its pattern hold.
type planned struct {
	row    *Step
	text   string
	groups []string
	// operation is that of the request that the scenario repeats.
	operation string
}

// planned are the steps of a scenario before it is run.
func (sc *scenario) planned() (all []planned) {
	rows, operation := catalogue(), ""
	for _, st := range sc.steps {
		i := slices.IndexFunc(rows, func(s Step) bool { return s.expr(st.text) != nil })
		if i < 0 {
			all = append(all, planned{text: st.text})
			continue
		}
		groups := rows[i].groups(st.text)
		if rows[i].names.noun == plainOperation.noun {
			operation = groups[0]
		}
		all = append(all, planned{&rows[i], st.text, groups, operation})
	}
	return all
}

func several(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// String is the budget in words, a line for each thing.
func (b Budget) String() string {
	lines := []string{fmt.Sprintf("%s is sent at most %d requests by %s; what looks broken or does not show yet is asked again", b.BaseURL, b.Requests, several(b.Scenarios, "scenario"))}
	add := func(n int, format string, args ...any) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	add(b.Segments+b.Connectors, "creates at most %s and %s, which this API cannot delete", several(b.Segments, "segment"), several(b.Connectors, "connector"))
	add(b.Links, "creates at most %s, which end at their expiration", several(b.Links, "segment management link"))
	add(b.Renamings, "renames destination %d at most %s, and restores its name each time", b.DestinationID, several(b.Renamings, "time"))
	add(len(b.Publishes), "publishes, for ever: %s", strings.Join(b.Publishes, ", "))
	if len(lines) == 1 {
		lines = append(lines, "writes nothing")
	}
	add(b.Waits, "waits for %s to be complete, %s each at most", several(b.Waits, "segment"), b.Patience)
	return strings.Join(lines, "\n  ") + "\n"
}
