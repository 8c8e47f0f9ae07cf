package server_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"understudy/server"
)

func basic(user, password string) edit {
	return header("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+password)))
}

func TestTokens(t *testing.T) {
	f := choosing(t)
	g := f.Ground()
	none := func(*http.Request) {}
	for rule, c := range map[string]struct {
		auth      edit
		list, new int // the codes of listing invitations and of creating a segment
	}{
		"the header is required":          {none, 401, 401},
		"a workspace's token":             {bearer(g.WorkspaceToken), 403, 201},
		"a personal access token":         {bearer(g.PersonalToken), 200, 403},
		"a token of another workspace":    {bearer(g.OtherWorkspaceToken), 403, 404},
		"a revoked token":                 {bearer(g.RevokedToken), 401, 401},
		"an unknown token":                {bearer("secret-token:000000000000000000000000"), 401, 401},
		"an empty token":                  {header("Authorization", "Bearer "), 401, 401},
		"no token":                        {header("Authorization", "Bearer"), 401, 401},
		"an empty header":                 {header("Authorization", ""), 401, 401},
		"another scheme":                  {header("Authorization", "Token "+g.WorkspaceToken), 401, 401},
		"no scheme":                       {header("Authorization", g.PersonalToken), 401, 401},
		"a token with half its prefix":    {bearer(g.WorkspaceToken[7:]), 401, 401},
		"a token with something after it": {bearer(g.WorkspaceToken + "x"), 401, 401},
		"a token in upper case":           {bearer("SECRET-TOKEN:EXAMPLEPRODUCTION0000701"), 401, 401},
		"two spaces before the token":     {header("Authorization", "Bearer  "+g.WorkspaceToken), 403, 201},
		"HTTP Basic":                      {basic("bearer", g.WorkspaceToken), 401, 401},
		"HTTP Basic without a colon":      {header("Authorization", "Basic Zm9v"), 401, 401},
		"two headers":                     {func(r *http.Request) { bearer(g.WorkspaceToken)(r); bearer(g.PersonalToken)(r) }, 401, 401},
	} {
		t.Run(rule, func(t *testing.T) {
			if got := f.do("GET", invitations, "", c.auth); got.code != c.list {
				t.Errorf("listing invitations: %s, want %d", got, c.list)
			}
			if got := f.do("POST", f.segments(), f.segment(), c.auth); got.code != c.new {
				t.Errorf("creating a segment: %s, want %d", got, c.new)
			}
		})
	}
}

func TestA401NamesTheScheme(t *testing.T) {
	if got := choosing(t).do("GET", invitations, "").header.Get("WWW-Authenticate"); got != "Bearer" {
		t.Errorf("WWW-Authenticate is %q", got)
	}
}

func TestAnotherWorkspacesSourceCannotBeToldFromNone(t *testing.T) {
	f := choosing(t)
	other := bearer(f.Ground().OtherWorkspaceToken)
	for _, path := range []string{"", "/2301", "/2301/source_status"} {
		method := "GET"
		if path == "" {
			method = "POST"
		}
		theirs := f.do(method, f.segments()+path, f.segment(), other)
		nobodys := f.do(method, "/api/v1/sources/1/filter_segments"+path, f.segment(), other)
		if theirs.String() != nobodys.String() {
			t.Errorf("%s%s: %s, but of no source: %s", method, path, theirs, nobodys)
		}
	}
}

func TestARejectionOfBasicNamesTheVariantThatAcceptsIt(t *testing.T) {
	f := choosing(t)
	if got := f.do("GET", invitations, "", basic("bearer", f.Ground().PersonalToken)); !strings.Contains(got.get("message").Str, "--gap basic-authorization=accept") {
		t.Error(got)
	}
	if got := f.do("GET", invitations, "", basic("someone", f.Ground().PersonalToken)); !strings.Contains(got.body, "and the user bearer") {
		t.Error(got)
	}
}

func TestBasicNeedsTheUserBearer(t *testing.T) {
	f := choosing(t, "basic-authorization=accept")
	if got := f.do("GET", invitations, "", basic("someone", f.Ground().PersonalToken)); got.code != 401 {
		t.Error(got)
	}
	if got := f.do("GET", invitations, "", basic("bearer", f.Ground().WorkspaceToken)); got.code != 403 {
		t.Error(got)
	}
}

func TestASourceURLWithoutTokenServesAnyWorkspace(t *testing.T) {
	f := choosing(t, "source-token=not-needed")
	for _, a := range []answer{
		f.do("GET", "/api/v1/sources/4120/filter_segments/2301/source_status", ""),
		f.do("GET", "/api/v1/sources/4207/filter_segments/2311/source_status", "", bearer(f.Ground().WorkspaceToken)),
	} {
		if a.code != 200 {
			t.Error(a)
		}
	}
}

func TestTokensOfTheOptionsTakeThePlaceOfTheWorlds(t *testing.T) {
	world := choosing(t).Ground()
	f := open(t, server.Options{WorkspaceToken: "mine", PersonalToken: "me"})
	if g := f.Ground(); g.WorkspaceToken != "mine" || g.PersonalToken != "me" {
		t.Errorf("the ground is %+v", g)
	}
	for token, want := range map[string]int{"me": 200, "mine": 403, world.PersonalToken: 401} {
		if got := f.do("GET", invitations, "", bearer(token)); got.code != want {
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
