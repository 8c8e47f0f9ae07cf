package generated

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"testing"
)

// fake is the service under test and the ids of its resources.
var fake struct {
	BaseURL                                               string
	WorkspaceToken, PersonalToken                         string
	DestinationID, ObjectsDestinationID                   int
	SourceID, DatasetID, TopicsSourceID                   int
	ConnectorServiceName, PublishableConnectorServiceName string
	ServiceConnection, Connector                          json.RawMessage
	RedirectURI                                           string
}

func TestMain(m *testing.M) {
	if err := json.Unmarshal([]byte(os.Getenv("FAKE")), &fake); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func authorize(r *http.Request, token string) {
	r.Header.Set("Authorization", "Bearer "+token)
}

// follow requests a URL as it was returned: clients must not depend on its path.
func follow(t *testing.T, url string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	authorize(r, fake.WorkspaceToken)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

// decode reads a sample into the client's own type.
func decode[T any](t *testing.T, sample json.RawMessage) (v T) {
	t.Helper()
	if err := json.Unmarshal(sample, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func distinct[T int | string](t *testing.T, seen []T) {
	t.Helper()
	slices.Sort(seen)
	if n := len(slices.Compact(slices.Clone(seen))); n != len(seen) {
		t.Errorf("%d records were seen, %d of them for the first time", len(seen), n)
	}
}
