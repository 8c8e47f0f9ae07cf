package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"understudy/spec"
)

// request is one that a test changes before it sends it.
type request struct {
	method, path, body, token string
}

// plain is a request of an operation that succeeds, the first time at least.
func (f fake) plain(operation string) request {
	f.Helper()
	o, ok := spec.OperationByID(operation)
	if !ok {
		f.Fatal("no operation " + operation)
	}
	g := f.Ground()
	destination, source, connector := fmt.Sprint(g.DestinationID), fmt.Sprint(g.SourceID), g.ConnectorServiceName
	body := ""
	switch operation {
	case spec.UpdateDestination:
		body = `{"service_connection":{"name":"Renamed"}}`
	case spec.ListDestinationObjects:
		destination = fmt.Sprint(g.ObjectsDestinationID)
	case spec.CreateSegment:
		body = f.segment()
	case spec.UpdateConnector:
		body = `{"connector":{"label":"Relabelled"}}`
	case spec.CreateConnector:
		body = f.connector()
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
	return request{o.Method, path, body, token}
}

// send sends a request, changed.
func (f fake) send(r request, edits ...edit) answer {
	f.Helper()
	return f.do(r.method, r.path, r.body, append([]edit{bearer(r.token)}, edits...)...)
}

// call sends the plain request of an operation with another body, or its own
// where that is empty.
func (f fake) call(operation, body string) answer {
	f.Helper()
	r := f.plain(operation)
	if body != "" {
		r.body = body
	}
	return f.send(r)
}

// connector is a body that creates one, members of the connector replaced or
// added by name; an empty replacement leaves the member out.
func (f fake) connector(replacements ...string) string {
	f.Helper()
	m := map[string]json.RawMessage{}
	for name, value := range f.Ground().Connector {
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

// withoutToken takes the header away that send adds.
func withoutToken(r *http.Request) { r.Header.Del("Authorization") }

func withHeader(name, value string) edit {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// follow opens a link's uri.
func (f fake) follow(uri string) answer {
	f.Helper()
	r := httptest.NewRequest(http.MethodGet, uri, nil)
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.String()}
}

func (f fake) destination(id int64) string { return fmt.Sprintf("/api/v1/destinations/%d", id) }

// patch changes the destination that may be renamed.
func (f fake) patch(connection string) answer {
	f.Helper()
	return f.do(http.MethodPatch, f.destination(f.Ground().DestinationID), `{"service_connection":`+connection+`}`, bearer(f.Ground().WorkspaceToken))
}

// quoted is a text as a JSON string.
func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
