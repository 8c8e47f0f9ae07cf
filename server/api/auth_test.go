package api_test

import (
	"net/http"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/internal/testkit"
)

func TestTokens(t *testing.T) {
	f := testkit.OpenChoosing(t)
	g := f.TestData()
	none := func(*http.Request) {}
	for rule, c := range map[string]struct {
		auth      testkit.Edit
		list, new int // the codes of listing invitations and of creating a segment
	}{
		"the header is required":          {none, 401, 401},
		"a workspace's token":             {testkit.Bearer(g.WorkspaceToken), 403, 201},
		"a personal access token":         {testkit.Bearer(g.PersonalToken), 200, 403},
		"a token of another workspace":    {testkit.Bearer(g.OtherWorkspaceToken), 403, 404},
		"a revoked token":                 {testkit.Bearer(g.RevokedToken), 401, 401},
		"an unknown token":                {testkit.Bearer("secret-token:000000000000000000000000"), 401, 401},
		"an empty token":                  {testkit.AddHeader("Authorization", "Bearer "), 401, 401},
		"no token":                        {testkit.AddHeader("Authorization", "Bearer"), 401, 401},
		"an empty header":                 {testkit.AddHeader("Authorization", ""), 401, 401},
		"another scheme":                  {testkit.AddHeader("Authorization", "Token "+g.WorkspaceToken), 401, 401},
		"no scheme":                       {testkit.AddHeader("Authorization", g.PersonalToken), 401, 401},
		"a token with half its prefix":    {testkit.Bearer(g.WorkspaceToken[7:]), 401, 401},
		"a token with something after it": {testkit.Bearer(g.WorkspaceToken + "x"), 401, 401},
		"a token in upper case":           {testkit.Bearer("SECRET-TOKEN:EXAMPLEPRODUCTION0000701"), 401, 401},
		"two spaces before the token":     {testkit.AddHeader("Authorization", "Bearer  "+g.WorkspaceToken), 403, 201},
		"HTTP Basic":                      {testkit.Basic("bearer", g.WorkspaceToken), 401, 401},
		"HTTP Basic without a colon":      {testkit.AddHeader("Authorization", "Basic Zm9v"), 401, 401},
		"two headers":                     {func(r *http.Request) { testkit.Bearer(g.WorkspaceToken)(r); testkit.Bearer(g.PersonalToken)(r) }, 401, 401},
	} {
		t.Run(rule, func(t *testing.T) {
			if got := f.Do("GET", testkit.InvitationsPath, "", c.auth); got.Code != c.list {
				t.Errorf("listing invitations: %s, want %d", got, c.list)
			}
			if got := f.Do("POST", f.SegmentsPath(), f.SegmentBody(), c.auth); got.Code != c.new {
				t.Errorf("creating a segment: %s, want %d", got, c.new)
			}
		})
	}
}

func TestA401NamesTheScheme(t *testing.T) {
	if got := testkit.OpenChoosing(t).Do("GET", testkit.InvitationsPath, "").Header.Get("WWW-Authenticate"); got != "Bearer" {
		t.Errorf("WWW-Authenticate is %q", got)
	}
}

func TestAnotherWorkspacesSourceLooksUnknown(t *testing.T) {
	f := testkit.OpenChoosing(t)
	other := testkit.Bearer(f.TestData().OtherWorkspaceToken)
	for _, path := range []string{"", "/2301", "/2301/source_status"} {
		method := "GET"
		if path == "" {
			method = "POST"
		}
		theirs := f.Do(method, f.SegmentsPath()+path, f.SegmentBody(), other)
		nobodys := f.Do(method, "/api/v1/sources/1/filter_segments"+path, f.SegmentBody(), other)
		if theirs.String() != nobodys.String() {
			t.Errorf("%s%s: %s, but of no source: %s", method, path, theirs, nobodys)
		}
	}
}

func TestARejectionOfBasicNamesTheVariantThatAcceptsIt(t *testing.T) {
	f := testkit.OpenChoosing(t)
	if got := f.Do("GET", testkit.InvitationsPath, "", testkit.Basic("bearer", f.TestData().PersonalToken)); !strings.Contains(got.Get("message").Str, "--gap basic-authorization=accept") {
		t.Error(got)
	}
	if got := f.Do("GET", testkit.InvitationsPath, "", testkit.Basic("someone", f.TestData().PersonalToken)); !strings.Contains(got.Body, "and the user bearer") {
		t.Error(got)
	}
}

func TestBasicNeedsTheUserBearer(t *testing.T) {
	f := testkit.OpenChoosing(t, "basic-authorization=accept")
	if got := f.Do("GET", testkit.InvitationsPath, "", testkit.Basic("someone", f.TestData().PersonalToken)); got.Code != 401 {
		t.Error(got)
	}
	if got := f.Do("GET", testkit.InvitationsPath, "", testkit.Basic("bearer", f.TestData().WorkspaceToken)); got.Code != 403 {
		t.Error(got)
	}
}

func TestASourceURLWithoutTokenServesAnyWorkspace(t *testing.T) {
	f := testkit.OpenChoosing(t, "source-token=not-needed")
	for _, a := range []testkit.Response{
		f.Do("GET", "/api/v1/sources/4120/filter_segments/2301/source_status", ""),
		f.Do("GET", "/api/v1/sources/4207/filter_segments/2311/source_status", "", testkit.Bearer(f.TestData().WorkspaceToken)),
	} {
		if a.Code != 200 {
			t.Error(a)
		}
	}
}

func TestTokensOfTheOptionsTakeThePlaceOfTheWorlds(t *testing.T) {
	world := testkit.OpenChoosing(t).TestData()
	f := testkit.Open(t, server.Options{WorkspaceToken: "mine", PersonalToken: "me"})
	if g := f.TestData(); g.WorkspaceToken != "mine" || g.PersonalToken != "me" {
		t.Errorf("the test data is %+v", g)
	}
	for token, want := range map[string]int{"me": 200, "mine": 403, world.PersonalToken: 401} {
		if got := f.Do("GET", testkit.InvitationsPath, "", testkit.Bearer(token)); got.Code != want {
			t.Errorf("%s: %s, want %d", token, got, want)
		}
	}
	for _, o := range []server.Options{
		{WorkspaceToken: "same", PersonalToken: "same"},
		{WorkspaceToken: world.OtherWorkspaceToken},
		{PersonalToken: world.RevokedToken},
	} {
		if _, err := server.New(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}
