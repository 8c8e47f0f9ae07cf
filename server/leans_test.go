package server_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"understudy/server/journal"
	"understudy/server/sandbox"
	"understudy/spec"
	"understudy/spec/gap"
)

// trial is a request, after others that prepare for it.
type trial struct {
	before []request
	request
	edits []edit
}

// trials are requests on which gaps may bear, or may seem to.
func trials(f fake) map[string]trial {
	f.Helper()
	all := map[string]trial{}
	changed := func(name, operation string, change func(*request), edits ...edit) {
		r := f.plain(operation)
		change(&r)
		all[name] = trial{request: r, edits: edits}
	}
	same := func(*request) {}
	body := func(text string) func(*request) { return func(r *request) { r.body = text } }
	path := func(old, new string) func(*request) {
		return func(r *request) { r.path = strings.Replace(r.path, old, new, 1) }
	}
	for _, o := range spec.Operations {
		changed(o.ID, o.ID, same)
		changed(o.ID+" without a token", o.ID, same, withoutToken)
		changed(o.ID+" with an unknown token", o.ID, func(r *request) { r.token = "unknown" })
		changed(o.ID+" with another workspace's token", o.ID, func(r *request) { r.token = f.Ground().OtherWorkspaceToken })
		changed(o.ID+" with a personal token", o.ID, func(r *request) { r.token = f.Ground().PersonalToken })
		changed(o.ID+" by HTTP Basic", o.ID, same, withoutToken, basic("bearer", f.plain(o.ID).token))
		changed(o.ID+" by bearer", o.ID, same, withHeader("Authorization", "bearer "+f.plain(o.ID).token))
		changed(o.ID+" of something unknown", o.ID, func(r *request) {
			r.path = regexp.MustCompile(`/(\d+|[a-z]+_[a-z]+)(/|$)`).ReplaceAllString(r.path, "/99999$2")
		})
		if o.Method != "GET" {
			changed(o.ID+" of no JSON", o.ID, body("{"))
			changed(o.ID+" of an empty object", o.ID, body("{}"))
			changed(o.ID+" as text", o.ID, same, withHeader("Content-Type", "text/plain"))
		}
	}
	for _, q := range []string{"page=0", "page=-1", "page=x", "page=1.5", "page=99", "page=2&page=3", "per_page=0", "per_page=500", "order=up", "per_page=100&page=2", "page=1&per_page=25"} {
		for _, o := range []string{spec.ListInvitations, spec.ListDestinationObjects, spec.ListTopics} {
			changed(o+"?"+q, o, func(r *request) { r.path += "?" + q })
		}
	}
	for _, m := range [][]string{{"name", `""`}, {"name", "5"}, {"dataset_id", "1"}, {"size", "1"}, {"molecules", "[]"}, {"molecules", "[[" + atomic + "]]"},
		{"molecules", "[5]"}, {"molecules", "[" + strings.Replace(atomic, "email", "", 1) + "]"}, {"molecules", molecule("odour", "in")}, {"molecules", molecule("sql", "smells")}, {"molecules", "[[" + atomic + "]]", "name", `""`}} {
		changed("a segment with "+strings.Join(m, " "), spec.CreateSegment, body(f.segment(m...)))
	}
	for _, m := range [][]string{{"service_name", ""}, {"label", ""}, {"label", `""`}, {"configuration_definition", `{"":{}}`}, {"data", ""}, {"configuration_definition", ""}, {"icon_url", `"x"`},
		{"service_name", `"northstar_crm"`}, {"configuration_definition", `{"k":{"type":"odour"}}`}, {"configuration_definition", `{"k":{"user_editable":false}}`}} {
		changed("a connector with "+strings.Join(m, " "), spec.CreateConnector, body(f.connector(m...)))
	}
	changed("a service_name sent again", spec.UpdateConnector, body(`{"connector":{"service_name":"x"}}`))
	changed("a link to an app", spec.CreateLink, body(`{"redirect_uri":"app://back"}`))
	changed("topics of another kind of source", spec.ListTopics, path(fmt.Sprint(f.Ground().TopicsSourceID), fmt.Sprint(f.Ground().SourceID)))
	changed("topics of a source without", spec.ListTopics, path(fmt.Sprint(f.Ground().TopicsSourceID), fmt.Sprint(f.Ground().EmptyTopicsSourceID)))
	changed("objects of a destination without", spec.ListDestinationObjects, path(fmt.Sprint(f.Ground().ObjectsDestinationID), fmt.Sprint(f.Ground().EmptyDestinationID)))
	changed("an unknown path", spec.ListTopics, path("topics", "themes"))
	changed("a wrong method", spec.ListTopics, func(r *request) { r.method = "DELETE" })
	publish, link := f.plain(spec.PublishConnector), f.plain(spec.CreateLink)
	update := f.plain(spec.UpdateConnector)
	update.path = strings.TrimSuffix(publish.path, "/publish_to_organization")
	other := link
	other.body = `{"redirect_uri":"https://example.com/other"}`
	running := f.plain(spec.ReadSegmentSource)
	running.path = f.segments() + "/2312/source_status"
	all["publishing again"] = trial{before: []request{publish}, request: publish}
	all["an update of what is published"] = trial{before: []request{publish}, request: update}
	all["a link again"] = trial{before: []request{link}, request: link}
	all["a link after one that leads elsewhere"] = trial{before: []request{other}, request: link}
	all["a segment's name again"] = trial{before: []request{f.plain(spec.CreateSegment)}, request: f.plain(spec.CreateSegment)}
	all["a segment that is being created"] = trial{before: []request{f.plain(spec.CreateSegment)}, request: running}
	return all
}

var authorization = regexp.MustCompile(`auth=[\w-]+`)

// try answers a trial in a world of its own, by a choice.
func (f fake) try(tr trial, choice gap.Choice) (answer string, j *journal.Journal) {
	f.Helper()
	sb, err := f.Hub().Fork(sandbox.Default, "trial")
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = f.Hub().Delete("trial") }()
	send := func(r request, edits ...edit) string {
		r.path = "/s/trial" + r.path
		a := f.send(r, edits...)
		return fmt.Sprint(a.code, a.header, authorization.ReplaceAllString(a.body, "auth="))
	}
	for _, r := range tr.before {
		send(r)
	}
	sb.SetChoice(choice)
	sb.Journal().Clear()
	return send(tr.request, tr.edits...), sb.Journal()
}

// leans are the gaps that the answers of a journal hung on.
func leans(j *journal.Journal) map[string]bool {
	all := map[string]bool{}
	found := j.Findings(nil)
	for _, e := range slices.Concat(found.Gaps, found.Shapes) {
		all[e.Gap] = true
	}
	return all
}

// lengths depend on bodies, links on random numbers of their own.
var lengths = regexp.MustCompile(`Content-Length:\[\d+\] `)

func TestAnAnswerLeansOnTheGapsThatMakeADifference(t *testing.T) {
	f := choosing(t)
	for rule, tr := range trials(f) {
		answered, j := f.try(tr, gap.Choice{})
		leans := leans(j)
		for _, g := range gap.All {
			if !g.Probed() {
				continue
			}
			differs := ""
			for _, v := range g.Variants {
				if v.ID == g.Default {
					continue
				}
				choice, err := gap.Choice{}.With(g.ID, "", v.ID)
				if err != nil {
					t.Fatal(err)
				}
				if other, _ := f.try(tr, choice); lengths.ReplaceAllString(other, "") != lengths.ReplaceAllString(answered, "") {
					differs = v.ID
				}
			}
			if leans[g.ID] && differs == "" {
				t.Errorf("%s: the answer does not hang on %s: %s", rule, g.ID, answered)
			}
			if !leans[g.ID] && differs != "" {
				t.Errorf("%s: the answer would differ with %s=%s", rule, g.ID, differs)
			}
		}
	}
}
