package testkit

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"understudy/spec"
)

// Request is a request that a test may change before it sends it.
type Request struct {
	Method, Path, Body, Token string
}

// Request returns a request of an operation that succeeds, at least the first time.
func (f Fake) Request(operation string) Request {
	f.Helper()
	o, ok := spec.OperationByID(operation)
	if !ok {
		f.Fatal("no operation " + operation)
	}
	g := f.TestData()
	destination, source, connector := fmt.Sprint(g.DestinationID), fmt.Sprint(g.SourceID), g.ConnectorServiceName
	body := ""
	switch operation {
	case spec.UpdateDestination:
		body = `{"service_connection":{"name":"Renamed"}}`
	case spec.ListDestinationObjects:
		destination = fmt.Sprint(g.ObjectsDestinationID)
	case spec.CreateSegment:
		body = f.SegmentBody()
	case spec.UpdateConnector:
		body = `{"connector":{"label":"Relabelled"}}`
	case spec.CreateConnector:
		body = f.ConnectorBody()
	case spec.PublishConnector:
		connector = g.PublishableConnectorServiceName
	case spec.ListTopics:
		source = fmt.Sprint(g.TopicsSourceID)
	case spec.CreateLink:
		body = fmt.Sprintf(`{"redirect_uri":%q}`, g.RedirectURI)
	}
	path := strings.NewReplacer("{destination_id}", destination, "{source_id}", source, "{segment_id}", "2301", "{service_name}", connector).Replace(o.Path)
	token := g.WorkspaceToken
	if o.Token == spec.PersonalToken {
		token = g.PersonalToken
	}
	return Request{o.Method, path, body, token}
}

// Send sends a request after edits.
func (f Fake) Send(r Request, edits ...Edit) Response {
	f.Helper()
	return f.Do(r.Method, r.Path, r.Body, append([]Edit{Bearer(r.Token)}, edits...)...)
}

// Call sends the plain request of an operation with another body, or with its own
// if body is empty.
func (f Fake) Call(operation, body string) Response {
	f.Helper()
	r := f.Request(operation)
	if body != "" {
		r.Body = body
	}
	return f.Send(r)
}

// ConnectorBody is a body that creates a connector, with members replaced or added
// by name; an empty replacement removes the member.
func (f Fake) ConnectorBody(replacements ...string) string {
	f.Helper()
	m := map[string]json.RawMessage{}
	for name, value := range f.TestData().Connector {
		text, err := json.Marshal(value)
		if err != nil {
			f.Fatal(err)
		}
		m[name] = text
	}
	for i := 0; i < len(replacements); i += 2 {
		if m[replacements[i]] = json.RawMessage(replacements[i+1]); replacements[i+1] == "" {
			delete(m, replacements[i])
		}
	}
	text, err := json.Marshal(map[string]any{"connector": m})
	if err != nil {
		f.Fatal(err)
	}
	return string(text)
}

// WithoutToken removes the token that Send adds.
func WithoutToken(r *http.Request) { r.Header.Del("Authorization") }

// SetHeader sets a header, and removes other values of that name.
func SetHeader(name, value string) Edit {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// Follow opens the uri of a link.
func (f Fake) Follow(uri string) Response {
	f.Helper()
	r := httptest.NewRequest(http.MethodGet, uri, nil)
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return Response{w.Code, w.Header(), w.Body.String()}
}

// DestinationPath is the path of a destination.
func (f Fake) DestinationPath(id int64) string { return fmt.Sprintf("/api/v1/destinations/%d", id) }

// PatchDestination changes the destination that may be renamed.
func (f Fake) PatchDestination(connection string) Response {
	f.Helper()
	return f.Do(http.MethodPatch, f.DestinationPath(f.TestData().DestinationID), `{"service_connection":`+connection+`}`, Bearer(f.TestData().WorkspaceToken))
}

// Quoted is a text as a JSON string.
func Quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Basic adds HTTP Basic credentials.
func Basic(user, password string) Edit {
	return AddHeader("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+password)))
}

// RevokeLink revokes a link in the store.
func (f Fake) RevokeLink(id int64) {
	f.Helper()
	tx := f.Home().Write()
	defer tx.Commit()
	if !tx.RevokeLink(id) || tx.RevokeLink(-1) {
		f.Errorf("link %d was not revoked", id)
	}
}

// Edits combines several edits.
func Edits(all ...Edit) Edit {
	return func(r *http.Request) {
		for _, e := range all {
			e(r)
		}
	}
}
