package tokens

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

func TestATokenThatIsMadeUpHasTheShapeOfTheRightOne(t *testing.T) {
	shape := func(token string) string {
		return strings.Map(func(c rune) rune {
			switch {
			case c >= '0' && c <= '9':
				return '0'
			case c >= 'a' && c <= 'z':
				return 'a'
			case c >= 'A' && c <= 'Z':
				return 'A'
			}
			return c
		}, token)
	}
	for _, right := range []string{"abc123def456", "secret-token:aB3_x9Yz=", "0000000000"} {
		got := invented(right)
		if got == right || shape(got) != shape(right) || !strings.HasPrefix(got, strings.TrimSuffix(right, target.WithoutScheme(right))) {
			t.Errorf("%q: %q", right, got)
		}
	}
}

func TestATokenThatIsAlmostRightIsNoneOfTheTargetFile(t *testing.T) {
	given := target.Tokens{Workspace: "abcd", Personal: "abc", OtherWorkspace: "ABCD", Revoked: "abcd0"}
	w := worldtest.On(t, target.Target{Tokens: given})
	var names []string
	for _, f := range append(AlmostRight(w, spec.ListDestinationObjects), AlmostRight(w, spec.ListTopics)...) {
		names = append(names, f.Name)
	}
	for name, want := range map[string]bool{
		Shortened: false, Lengthened: false, InOtherCase: false, Empty + withQuery: true, AlteredAtItsStart: true} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s is sent: %v, of %q", name, !want, names)
		}
	}
}

func TestATokenThatMayIgnoreCaseIsNotSentInOtherCase(t *testing.T) {
	for right, want := range map[string]bool{
		"0f8fad5b-d9cb-469f-a165-70867728950e": false, "secret-token:9F3A77": false, "01ARZ3NDEKTSV4RRFFQ69G5FAV": false, "pat_0f8fad5b": false,
		"ws-token-7": true, "eyJhbGciOi.eyJzdWIi.c2ln": true, "secret-token:EXAMPLEnorth7": true} {
		w := worldtest.On(t, target.Target{Tokens: target.Tokens{Workspace: right}})
		isSent := slices.ContainsFunc(AlmostRight(w, spec.ListTopics), func(f Fault) bool { return f.Name == InOtherCase })
		if isSent != want {
			t.Errorf("%s: %t", right, isSent)
		}
	}
}

func TestAnAlteredTokenIsAnotherOne(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	for right, want := range map[string]string{"abcw": "abcx", "abcx": "abc7", "ab==": "ax==", "a.b.cw": "a.b.xw", "secret-token:Az": "secret-token:Ax"} {
		if got := Other(w, AlteredAtItsEnd, right); got != want {
			t.Errorf("%s is altered to %s, want %s", right, got, want)
		}
	}
}

func TestTheWritesTogetherGetEachPlaceOfAToken(t *testing.T) {
	var all, list []string
	for _, o := range spec.Operations {
		for _, f := range Elsewhere(o.ID) {
			if o.Method == http.MethodGet {
				list = append(list, f.Name)
			} else {
				all = append(all, f.Name)
			}
		}
	}
	for _, f := range []Fault{withoutScheme, unspaced, asParameter, afterBasic, afterToken, afterAPIKey, afterColon, outside, inBody} {
		if !slices.Contains(all, f.Name) {
			t.Errorf("no write is sent with its token %s", f.Name)
		}
	}
	if slices.Contains(list, inBody.Name) {
		t.Error("a list is sent with its token in a body")
	}
}

func TestOperationsShareTheTokensThatAreAlmostRight(t *testing.T) {
	w := worldtest.On(t, target.Target{Tokens: target.Tokens{Workspace: "workspace-token-A1", Personal: "personal-token-B2"}})
	want := []string{Shortened, Lengthened, Empty, AlteredAtItsStart, InOtherCase, Undefined, AfterAnotherOne, Null, AfterBearerTwice}
	got := map[string][]string{}
	for _, o := range spec.Operations {
		who := o.ID
		switch {
		case o.Supplementary || o.Linked:
			continue
		case o.Method != http.MethodGet:
			who = "the writes"
		case o.Token == spec.WorkspaceToken:
			who = "the lists of the workspace"
		}
		faults := AlmostRight(w, o.ID)
		if len(faults) < 2 {
			t.Errorf("%s gets %d wrong tokens", o.ID, len(faults))
		}
		queries := 0
		for _, f := range faults {
			name, query := strings.CutSuffix(f.Name, withQuery)
			if got[who] = append(got[who], name); query {
				queries++
			}
		}
		if want := map[bool]int{true: 3}[hasPages(o.ID)]; queries != want {
			t.Errorf("%s gets %d wrong tokens with a query, want %d", o.ID, queries, want)
		}
	}
	ofLists := []string{Null, AlteredAtItsStart}
	for who, names := range got {
		for _, name := range want {
			if !slices.Contains(names, name) && !(who == "the writes" && slices.Contains(ofLists, name)) {
				t.Errorf("%s get no token %s", who, name)
			}
		}
	}
	if len(got) != 3 {
		t.Errorf("tokens are sent to %v", got)
	}
}

func isSkip(err error) bool { return errors.As(err, new(*outcome.Skipped)) }

func TestATokenIsWrongThatTheOperationDoesNotTake(t *testing.T) {
	given := target.Tokens{Workspace: "workspace-1", Personal: "personal-1", OtherWorkspace: "other-1", Revoked: "revoked-1"}
	sameWorkspace, revoked, madeUp := given, given, given
	sameWorkspace.OtherWorkspace, revoked.Revoked, madeUp.Revoked = given.Workspace, given.Personal, "workspace-10"
	for rule, c := range map[string]struct {
		given     target.Tokens
		operation string
		name      string
		want      string // none where it is skipped
	}{
		"a revoked one":                         {given, spec.CreateConnector, Revoked, "revoked-1"},
		"one of another workspace":              {given, spec.CreateConnector, OtherWorkspace, "other-1"},
		"a shortened one":                       {given, spec.CreateConnector, Shortened, "workspace-"},
		"a shortened one of a person":           {given, spec.ListInvitations, Shortened, "personal-"},
		"a lengthened one":                      {given, spec.CreateConnector, Lengthened, "workspace-10"},
		"the right one under another key":       {sameWorkspace, spec.CreateConnector, OtherWorkspace, ""},
		"a revoked one that is another, too":    {revoked, spec.CreateConnector, Revoked, ""},
		"one that is made up and that is given": {madeUp, spec.CreateConnector, Lengthened, ""},
	} {
		w := worldtest.On(t, target.Target{Tokens: c.given})
		w.Operation = c.operation
		got, err := Wrong(w, c.name)
		if got != c.want || (c.want == "") != isSkip(err) {
			t.Errorf("%s: %q, want %q: %v", rule, got, c.want, err)
		}
	}
}

// Each case is what a deployment shows, by the token and the path, and what the target file would need for a
// list that opens with the token.
func TestATokenOfAnotherKindIsSentOnlyWhereItOpensAList(t *testing.T) {
	const topics, invitations = "workspace-1 sources/7/topics", "personal-1 invitations"
	const lists = "resources.objects_destination_id or resources.topics_source_id"
	given, ofTopics := target.Tokens{Workspace: "workspace-1", Personal: "personal-1"}, target.Resources{TopicsSourceID: 7}
	for rule, c := range map[string]struct {
		shows     bothWorkspaces
		resources target.Resources
		operation string
		name      string
		sent      bool
		needs     string
	}{
		"a person's, which opens one":                 {bothWorkspaces{invitations: theList}, target.Resources{}, spec.CreateConnector, Personal, true, ""},
		"a person's, which opens none":                {nil, target.Resources{}, spec.CreateConnector, Personal, false, ""},
		"a person's, where the workspace's opens one": {bothWorkspaces{topics: theList}, ofTopics, spec.CreateConnector, Personal, false, ""},
		"the workspace's, which opens one":            {bothWorkspaces{topics: theList}, ofTopics, spec.ListInvitations, Workspace, true, ""},
		"the workspace's, which opens none":           {nil, ofTopics, spec.ListInvitations, Workspace, false, ""},
		"the workspace's, without an id":              {bothWorkspaces{topics: theList}, target.Resources{}, spec.ListInvitations, Workspace, false, lists},
	} {
		s := httptest.NewServer(c.shows)
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: given, Resources: c.resources})
		w.Operation = c.operation
		token, err := Wrong(w, c.name)
		s.Close()
		needs := ""
		if skipped := (*outcome.Skipped)(nil); errors.As(err, &skipped) {
			needs = skipped.Needs
		}
		if (token != "") != c.sent || (err == nil) != c.sent || needs != c.needs {
			t.Errorf("%s: %q, needs %q, want %q: %v", rule, token, needs, c.needs, err)
		}
	}
}
