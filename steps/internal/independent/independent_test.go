package independent

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// clock is a clock that does not advance until it is moved, by seconds or by a
// shift in nanoseconds.
type clock struct{ seconds, shift atomic.Int64 }

func (c *clock) now() time.Time { return time.Unix(1_790_000_000+c.seconds.Load(), c.shift.Load()) }

// The test data, by the names that the tests use.
var (
	testData                          = new(Server).TestData()
	workspaceToken, personalToken     = testData.WorkspaceToken, testData.PersonalToken
	otherWorkspaceToken, revokedToken = testData.OtherWorkspaceToken, testData.RevokedToken
	mainDestination, manyDestination  = testData.DestinationID, testData.ObjectsDestinationID
	bareDestination                   = testData.EmptyDestinationID
	sourceID, datasetID               = testData.SourceID, testData.DatasetID
	TopicsSource, quietSource         = testData.TopicsSourceID, testData.EmptyTopicsSourceID
	firstConnector, spareConnector    = testData.ConnectorServiceName, testData.PublishableConnectorServiceName
	registeredRedirect                = testData.RedirectURI
	sampleAttributeType               = testData.AtomicMolecule.(map[string]any)["attribute_type"]
)

const (
	firstSegment int64 = 5_000_000_029
	usualTopics        = 31
	jobsToken          = "independent.jobs~Kd4_s-6+u/2="
)

func sampleConnection() map[string]any { return new(Server).TestData().ServiceConnection }
func sampleConnector() map[string]any  { return new(Server).TestData().Connector }

// client speaks to one server under test.
type client struct {
	t     *testing.T
	s     *Server
	clock *clock
}

func serve(t *testing.T, switches ...string) client {
	t.Helper()
	c := &clock{}
	s, err := NewAt(c.now, switches...)
	if err != nil {
		t.Fatal(err)
	}
	return client{t, s, c}
}

// response is a response as it was written.
type response struct {
	code   int
	header http.Header
	text   string
	// json returns the body, or nil if it is not a JSON object; anything after
	// it is not read.
	json func() map[string]any
}

func decode(text string) map[string]any {
	var body map[string]any
	if json.NewDecoder(strings.NewReader(text)).Decode(&body) != nil {
		return nil
	}
	return body
}

// get finds a value by a path such as "pagination.page" or "data.0.id".
func (a response) get(path string) any {
	var v any = a.json()
	for key := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			var i int
			if _, err := fmt.Sscan(key, &i); err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

func (a response) rows() []map[string]any {
	list, _ := a.json()["data"].([]any)
	var rows []map[string]any
	for _, v := range list {
		rows = append(rows, v.(map[string]any))
	}
	return rows
}

// ids are exact, also those that a float64 cannot represent.
func (a response) ids() []int64 {
	var body struct{ Data []struct{ ID json.Number } }
	_ = json.Unmarshal([]byte(a.text), &body) // an invalid body has no ids
	var ids []int64
	for _, r := range body.Data {
		id, _ := strconv.ParseInt(strings.TrimSuffix(r.ID.String(), ".0"), 10, 64)
		ids = append(ids, id)
	}
	return ids
}

// send repeats a request where the server is busy, as a client should.
func (c client) send(method, path, token, body string) response {
	c.t.Helper()
	// A query is sent as browsers send it.
	r := httptest.NewRequest(method, strings.NewReplacer(" ", "%20", `"`, "%22", "ß", "%C3%9F").Replace(path), strings.NewReader(body))
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	func() {
		defer func() {
			if p := recover(); p == http.ErrAbortHandler {
				w.Code = 0
			}
		}()
		c.s.ServeHTTP(w, r)
	}()
	if w.Header().Get("Retry-After") != "" {
		return c.send(method, path, token, body)
	}
	text := w.Body.String()
	return response{w.Code, w.Header(), text, sync.OnceValue(func() map[string]any { return decode(text) })}
}

func (c client) list(query string) response {
	c.t.Helper()
	return c.send("GET", "/api/v1/invitations?"+query, personalToken, "")
}

func (c client) body(changes map[string]any) string {
	in := map[string]any{"name": "Gold", "molecules": []any{c.s.TestData().AtomicMolecule}, "dataset_id": c.s.TestData().DatasetID}
	for name, v := range changes {
		if in[name] = v; v == nil {
			delete(in, name)
		}
	}
	text, err := json.Marshal(in)
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

func (c client) createAs(token string, changes map[string]any) response {
	c.t.Helper()
	path := fmt.Sprintf("/api/v1/sources/%d/filter_segments", c.s.TestData().SourceID)
	return c.send("POST", path, token, c.body(changes))
}

func (c client) create() response {
	c.t.Helper()
	return c.createAs(workspaceToken, nil)
}

// source reads the source URL of a created segment, after the delay.
func (c client) source(created response) response {
	c.t.Helper()
	url, _ := created.get("filter_segment_source_url").(string)
	if url == "" {
		c.t.Fatal("no source URL to read")
	}
	c.clock.seconds.Add(1)
	return c.send("GET", url, workspaceToken, "")
}

func (c client) retrieve(created response) response {
	c.t.Helper()
	id, _ := created.get("data.id").(float64)
	path := fmt.Sprintf("/api/v1/sources/%d/filter_segments/%d", c.s.TestData().SourceID, int64(id))
	return c.send("GET", path, workspaceToken, "")
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestUnknownSwitch(t *testing.T) {
	if _, err := New("few-invitations", "no-such-switch"); err == nil {
		t.Error("an unknown switch was taken")
	}
}

func TestTables(t *testing.T) {
	seen := map[string]bool{}
	check := func(id, says string) {
		if id == "" || says == "" || seen[id] {
			t.Errorf("row %q is incomplete or there twice", id)
		}
		seen[id] = true
	}
	for _, l := range Conforming {
		check(l.ID, l.Says)
	}
	for _, b := range Violations {
		if check(b.ID, b.Says); b.Breaks == "" || slices.Contains(b.With, b.Breaks) {
			t.Errorf("violation %q breaks nothing", b.ID)
		}
	}
	if len(Conforming) < 80 || len(Violations) < 350 {
		t.Errorf("%d conforming switches and %d violations: a row was lost", len(Conforming), len(Violations))
	}
}

// TestOverHTTP uses a real connection, below a path, from many clients.
func TestOverHTTP(t *testing.T) {
	s, err := New("growing", "busy", "chunked-indented", "goes-back", "immediate-completion")
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.StripPrefix("/below", s))
	defer web.Close()
	g := s.TestData()
	body := client{t: t, s: s}.body(nil)
	done := make(chan error)
	for range 16 {
		go func() { done <- converse(web.URL+"/below", g, body) }()
	}
	for range 16 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func converse(base string, g TestData, body string) error {
	for range 5 {
		if _, err := fetch("GET", base+"/api/v1/invitations?per_page=7", g.PersonalToken, ""); err != nil {
			return err
		}
		created, err := fetch("POST", fmt.Sprintf("%s/api/v1/sources/%d/filter_segments", base, g.SourceID), g.WorkspaceToken, body)
		if err != nil {
			return err
		}
		url, _ := created["filter_segment_source_url"].(string)
		if !strings.HasPrefix(url, base+"/jobs/") {
			return fmt.Errorf("source URL %q is not below %s", url, base)
		}
		if _, err := fetch("GET", url, "", ""); err != nil {
			return err
		}
		if err := converseMore(base, g, created); err != nil {
			return err
		}
	}
	return nil
}

func fetch(method, url, token, body string) (map[string]any, error) {
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusTooManyRequests {
		return fetch(method, url, token, body)
	}
	var out map[string]any
	text, err := io.ReadAll(resp.Body)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil || resp.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s: %d %v: %s", method, url, resp.StatusCode, err, text)
	}
	return out, nil
}
