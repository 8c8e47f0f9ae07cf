package rows

import (
	"reflect"
	"testing"

	"understudy/spec"
	"understudy/steps/paging"
	"understudy/steps/vocabulary"
)

func use(operation string, groups ...string) vocabulary.Use {
	return vocabulary.Use{Operation: operation, Groups: groups}
}

func TestWhatAStepOnAnyOperationSends(t *testing.T) {
	ids := map[vocabulary.Shared]vocabulary.Footprint{{Kind: vocabulary.IDsOfList, Of: spec.ListTopics}: {Requests: 10}}
	lists := map[vocabulary.Shared]vocabulary.Footprint{{Kind: vocabulary.ListOfToken, Of: "personal"}: {Requests: 1}}
	workspaceLists := map[vocabulary.Shared]vocabulary.Footprint{{Kind: vocabulary.ListOfToken, Of: "workspace"}: {Requests: len(paging.Listings) - 1}}
	for rule, c := range map[string]struct{ got, want vocabulary.Footprint }{
		"a list again":                        {OfSendingAgain(use(spec.ListTopics)), vocabulary.Footprint{Requests: 1}},
		"a segment again":                     {OfSendingAgain(use(spec.CreateSegment)), vocabulary.Footprint{Requests: 1, Segments: 1, Needs: "resources.source_id"}},
		"without an operation, a link":        {OfSendingAgain(use("")), OfLink},
		"with a token that is looked for":     {OfSendingAgainAs(use(spec.ListTopics, "personal")), vocabulary.Footprint{Requests: 1, Once: lists}},
		"with a token of most lists":          {OfSendingAgainAs(use(spec.ListTopics, "workspace")), vocabulary.Footprint{Requests: 1, Once: workspaceLists}},
		"with the token of another workspace": {OfSendingAgainAs(use(spec.ListTopics, "other_workspace")), vocabulary.Footprint{Requests: 1, Once: ids}},
		"without an id in the path":           {OfSendingAgainAs(use(spec.ListInvitations, "other_workspace")), vocabulary.Footprint{Requests: 1}},
		"with a revoked token":                {OfSendingAgainAs(use(spec.ListTopics, "revoked")), vocabulary.Footprint{Requests: 1}},
		"a rejected list is not read back":    {OfReadingBack(use(spec.ListTopics)), vocabulary.Footprint{}},
		"a rejected update is":                {OfReadingBack(use(spec.UpdateConnector)), vocabulary.Footprint{Requests: 1}},
		"another connector is not read":       {OfAnother(use("", "connector")), vocabulary.Footprint{}},
		"another destination is":              {OfAnother(use("", "destination")), ofNameReadBack},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %+v, want %+v", rule, c.got, c.want)
		}
	}
}

func TestAPlainRequestIsSentOnceInARunWithWhatItNeeds(t *testing.T) {
	got := OfPlainRequest(use("", spec.CreateLink))
	shared := got.Once[vocabulary.Shared{Kind: vocabulary.SuccessOfOperation, Of: spec.CreateLink}]
	if got.Requests != 0 || got.Links != 0 || got.Needs != "resources.source_id" {
		t.Errorf("each scenario: %+v", got)
	}
	if shared.Requests != 1 || shared.Links != 1 || shared.Needs != "" || len(shared.Once) != 0 {
		t.Errorf("once in a run: %+v", shared)
	}
	if len(got.Once) != 1+len(OfLink.Once) {
		t.Errorf("what it needs is shared, too: %+v", got.Once)
	}
}

func TestTheListThatShowsAnID(t *testing.T) {
	for operation, want := range map[string]string{spec.UpdateDestination: spec.ListDestinationObjects, spec.CreateSegment: spec.ListTopics,
		spec.CreateLink: spec.ListTopics, spec.ListInvitations: "", spec.CreateConnector: ""} {
		if got := ListOfID(operation); got != want {
			t.Errorf("%s: %q", operation, got)
		}
	}
}
