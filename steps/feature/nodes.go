package feature

import (
	"strings"

	messages "github.com/cucumber/messages/go/v21"
)

// nodes has the parts of a parsed feature by their ids: their places, and the
// keywords and texts of steps.
type nodes struct {
	places          map[string]Place
	keywords, texts map[string]string
	// columns are those of the examples of each outline, by its id.
	columns map[string][]string
	// outlines are the names of the outlines, by their ids.
	outlines map[string]string
	// idle are outlines without examples, which never run.
	idle []*messages.Scenario
}

func nodesOf(f *messages.Feature) *nodes {
	n := &nodes{places: map[string]Place{}, keywords: map[string]string{}, texts: map[string]string{}, columns: map[string][]string{},
		outlines: map[string]string{}}
	n.tags(f.Tags)
	for _, child := range f.Children {
		n.child(child.Background, child.Scenario)
		if child.Rule != nil {
			n.tags(child.Rule.Tags)
			for _, c := range child.Rule.Children {
				n.child(c.Background, c.Scenario)
			}
		}
	}
	return n
}

func (n *nodes) child(b *messages.Background, sc *messages.Scenario) {
	if b != nil {
		n.steps(b.Steps)
	}
	if sc == nil {
		return
	}
	n.places[sc.Id] = placeOf(sc.Location)
	n.tags(sc.Tags)
	n.steps(sc.Steps)
	rows := 0
	for _, ex := range sc.Examples {
		n.outlines[sc.Id] = sc.Name
		n.tags(ex.Tags)
		if ex.TableHeader != nil {
			n.columns[sc.Id] = append(n.columns[sc.Id], each(ex.TableHeader.Cells, func(c *messages.TableCell) string { return c.Value })...)
		}
		for _, row := range ex.TableBody {
			n.places[row.Id] = placeOf(row.Location)
		}
		rows += len(ex.TableBody)
	}
	if rows == 0 && (len(sc.Examples) > 0 || sc.Keyword == "Scenario Outline") {
		n.idle = append(n.idle, sc)
	}
}

func (n *nodes) tags(tags []*messages.Tag) {
	for _, t := range tags {
		n.places[t.Id] = placeOf(t.Location)
	}
}

func (n *nodes) steps(steps []*messages.Step) {
	for _, st := range steps {
		n.places[st.Id] = placeOf(st.Location)
		n.texts[st.Id] = st.Text
		n.keywords[st.Id] = strings.TrimSpace(st.Keyword)
	}
}

func placeOf(l *messages.Location) Place { return Place{int(l.Line), int(l.Column)} }
