package api_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"understudy/server/internal/testkit"
	"understudy/server/journal"
	"understudy/server/sandbox"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/race"
)

// trial is a request, after others that prepare for it.
type trial struct {
	before []testkit.Request
	testkit.Request
	edits []testkit.Edit
}

// trials are requests that may depend on gaps, or seem to.
func trials(f testkit.Fake) map[string]trial {
	f.Helper()
	all := map[string]trial{}
	changed := func(name, operation string, change func(*testkit.Request), edits ...testkit.Edit) {
		r := f.Request(operation)
		change(&r)
		all[name] = trial{Request: r, edits: edits}
	}
	same := func(*testkit.Request) {}
	body := func(text string) func(*testkit.Request) { return func(r *testkit.Request) { r.Body = text } }
	path := func(old, new string) func(*testkit.Request) {
		return func(r *testkit.Request) { r.Path = strings.Replace(r.Path, old, new, 1) }
	}
	for _, o := range spec.Operations {
		changed(o.ID, o.ID, same)
		changed(o.ID+" without a token", o.ID, same, testkit.WithoutToken)
		changed(o.ID+" with an unknown token", o.ID, func(r *testkit.Request) { r.Token = "unknown" })
		changed(o.ID+" with another workspace's token", o.ID, func(r *testkit.Request) { r.Token = f.TestData().OtherWorkspaceToken })
		changed(o.ID+" with a personal token", o.ID, func(r *testkit.Request) { r.Token = f.TestData().PersonalToken })
		changed(o.ID+" by HTTP Basic", o.ID, same, testkit.WithoutToken, testkit.Basic("bearer", f.Request(o.ID).Token))
		changed(o.ID+" by another scheme", o.ID, same, testkit.SetHeader("Authorization", "Token "+f.Request(o.ID).Token))
		changed(o.ID+" by bearer", o.ID, same, testkit.SetHeader("Authorization", "bearer "+f.Request(o.ID).Token))
		changed(o.ID+" of something unknown", o.ID, func(r *testkit.Request) {
			r.Path = regexp.MustCompile(`/(\d+|[a-z]+_[a-z]+)(/|$)`).ReplaceAllString(r.Path, "/99999$2")
		})
		if o.Method != "GET" {
			changed(o.ID+" of no JSON", o.ID, body("{"))
			changed(o.ID+" of an empty object", o.ID, body("{}"))
			changed(o.ID+" as text", o.ID, same, testkit.SetHeader("Content-Type", "text/plain"))
		}
	}
	for _, q := range []string{"page=0", "page=-1", "page=x", "page=1.5", "page=99", "page=2&page=3", "per_page=0", "per_page=500", "order=up", "per_page=100&page=2", "page=1&per_page=25"} {
		for _, o := range []string{spec.ListInvitations, spec.ListDestinationObjects, spec.ListTopics} {
			changed(o+"?"+q, o, func(r *testkit.Request) { r.Path += "?" + q })
		}
	}
	for _, m := range [][]string{{"name", `""`}, {"name", "5"}, {"dataset_id", "1"}, {"size", "1"}, {"molecules", "[]"}, {"molecules", "[[" + testkit.AtomicMolecule + "]]"},
		{"molecules", "[5]"}, {"molecules", "[" + strings.Replace(testkit.AtomicMolecule, "email", "", 1) + "]"}, {"molecules", molecule("odour", "in")}, {"molecules", molecule("sql", "smells")}, {"molecules", "[[" + testkit.AtomicMolecule + "]]", "name", `""`}} {
		changed("a segment with "+strings.Join(m, " "), spec.CreateSegment, body(f.SegmentBody(m...)))
	}
	for _, m := range [][]string{{"service_name", ""}, {"label", ""}, {"label", `""`}, {"configuration_definition", `{"":{}}`}, {"data", ""}, {"configuration_definition", ""}, {"icon_url", `"x"`},
		{"service_name", `"northstar_crm"`}, {"configuration_definition", `{"k":{"type":"odour"}}`}, {"configuration_definition", `{"k":{"user_editable":false}}`}} {
		changed("a connector with "+strings.Join(m, " "), spec.CreateConnector, body(f.ConnectorBody(m...)))
	}
	changed("a service_name sent again", spec.UpdateConnector, body(`{"connector":{"service_name":"x"}}`))
	changed("a link to an app", spec.CreateLink, body(`{"redirect_uri":"app://back"}`))
	changed("topics of another kind of source", spec.ListTopics, path(fmt.Sprint(f.TestData().TopicsSourceID), fmt.Sprint(f.TestData().SourceID)))
	changed("topics of a source without", spec.ListTopics, path(fmt.Sprint(f.TestData().TopicsSourceID), fmt.Sprint(f.TestData().EmptyTopicsSourceID)))
	changed("objects of a destination without", spec.ListDestinationObjects, path(fmt.Sprint(f.TestData().ObjectsDestinationID), fmt.Sprint(f.TestData().EmptyDestinationID)))
	changed("an unknown path", spec.ListTopics, path("topics", "themes"))
	changed("a wrong method", spec.ListTopics, func(r *testkit.Request) { r.Method = "DELETE" })
	publish, link := f.Request(spec.PublishConnector), f.Request(spec.CreateLink)
	update := f.Request(spec.UpdateConnector)
	update.Path = strings.TrimSuffix(publish.Path, "/publish_to_organization")
	other := link
	other.Body = `{"redirect_uri":"https://example.com/other"}`
	running := f.Request(spec.ReadSegmentSource)
	running.Path = f.SegmentsPath() + "/2312/source_status"
	all["publishing again"] = trial{before: []testkit.Request{publish}, Request: publish}
	all["an update of what is published"] = trial{before: []testkit.Request{publish}, Request: update}
	all["a link again"] = trial{before: []testkit.Request{link}, Request: link}
	all["a link after one that leads elsewhere"] = trial{before: []testkit.Request{other}, Request: link}
	all["a segment's name again"] = trial{before: []testkit.Request{f.Request(spec.CreateSegment)}, Request: f.Request(spec.CreateSegment)}
	all["a segment that is being created"] = trial{before: []testkit.Request{f.Request(spec.CreateSegment)}, Request: running}
	return all
}

var authorization = regexp.MustCompile(`auth=[\w-]+`)

// sendTrial sends a trial to a world of its own with a choice.
func sendTrial(f testkit.Fake, tr trial, choice gap.Choice) (response string, j *journal.Journal) {
	f.Helper()
	sb, err := f.Hub().Fork(sandbox.Default, "trial")
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = f.Hub().Delete("trial") }()
	send := func(r testkit.Request, edits ...testkit.Edit) string {
		r.Path = "/s/trial" + r.Path
		a := f.Send(r, edits...)
		return fmt.Sprint(a.Code, a.Header, authorization.ReplaceAllString(a.Body, "auth="))
	}
	for _, r := range tr.before {
		send(r)
	}
	sb.SetChoice(choice)
	sb.Journal().Clear()
	return send(tr.Request, tr.edits...), sb.Journal()
}

// gapsOf returns the gaps that the responses of a journal depended on.
func gapsOf(j *journal.Journal) map[string]bool {
	all := map[string]bool{}
	found := j.Findings(nil)
	for _, e := range slices.Concat(found.Gaps, found.Shapes) {
		all[e.Gap] = true
	}
	return all
}

// lengths depend on bodies, links on random numbers; a hint is no part of the API
var lengths = regexp.MustCompile(`Content-Length:\[\d+\] | ?Understudy-Hint:\[[^\]]*\]`)

func TestAResponseDependsOnTheGapsThatMakeADifference(t *testing.T) {
	f := testkit.OpenChoosing(t)
	all := trials(f)
	for i, rule := range slices.Sorted(maps.Keys(all)) {
		if race.Enabled && i%15 != 0 {
			continue
		}
		tr := all[rule]
		usual, j := sendTrial(f, tr, gap.Choice{})
		depends := gapsOf(j)
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
				if other, _ := sendTrial(f, tr, choice); lengths.ReplaceAllString(other, "") != lengths.ReplaceAllString(usual, "") {
					differs = v.ID
				}
			}
			if depends[g.ID] && differs == "" {
				t.Errorf("%s: the response does not depend on %s: %s", rule, g.ID, usual)
			}
			if !depends[g.ID] && differs != "" {
				t.Errorf("%s: the response would differ with %s=%s", rule, g.ID, differs)
			}
		}
	}
}
