package servertest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"understudy/server/fault"
	"understudy/server/servertest"
	"understudy/spec"
)

// client stands for your client, which gets the base URL of the API and a token.
type client struct {
	http       *http.Client
	url, token string
}

func newClient(fake *servertest.Fake) client {
	return client{fake.Client(), fake.URL(), fake.Tokens().Workspace}
}

// segment is a part of the responses about segments.
type segment struct {
	Data struct {
		ID  int64
		URI string
	}
	SourceURL string `json:"filter_segment_source_url"`
	Status    any
}

func (c client) send(method, url, body string) (status string, s segment) {
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(r)
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	_ = json.NewDecoder(resp.Body).Decode(&s) // a page is no JSON
	return resp.Status, s
}

func (c client) create() segment {
	_, s := c.send("POST", c.url+"/api/v1/sources/4120/filter_segments", `{"name": "Reachable", "dataset_id": 8801, "molecules": []}`)
	return s
}

func (c client) link(segment int64) segment {
	_, s := c.send("POST", fmt.Sprintf("%s/api/v1/sources/4120/filter_segments/%d/segment_management_links", c.url, segment),
		`{"redirect_uri": "https://app.example.com/segments"}`)
	return s
}

// example replaces the t of a test, func TestOurClient(t *testing.T), which an
// example does not have.
type example struct {
	testing.TB
	ends []func()
}

func (e *example) Helper()                        {}
func (e *example) Cleanup(f func())               { e.ends = append(e.ends, f) }
func (e *example) Errorf(format string, a ...any) { fmt.Printf(format+"\n", a...) }
func (e *example) Fatalf(format string, a ...any) {
	panic(fmt.Sprintf(format, a...))
}

func (e *example) end() {
	for i := range e.ends {
		e.ends[len(e.ends)-1-i]()
	}
}

func ExampleNew() {
	t := &example{} // in a test: t *testing.T, and nothing to end
	defer t.end()

	fake := servertest.New(t)
	ours := newClient(fake)
	fmt.Println(ours.create().Data.ID)
	// Output: 2312
}

func ExampleNew_options() {
	t := &example{}
	defer t.end()

	fake := servertest.New(t, servertest.InProcess, func(o *servertest.Options) {
		o.WorkspaceToken = "secret-token:EXAMPLEours"
		o.AsyncDelay = 2 * time.Second
	})
	fmt.Println(fake.URL(), fake.Tokens().Workspace)
	// Output: http://understudy.localhost secret-token:EXAMPLEours
}

func ExampleFake_Fork() {
	t := &example{}
	defer t.end()

	fake := servertest.New(t)
	// Parallel tests fork a world each: ids, rows and clocks are independent.
	one, another := newClient(fake.Fork(t)), newClient(fake.Fork(t))
	fmt.Println(one.create().Data.ID, another.create().Data.ID)
	// Output: 2312 2312
}

func ExampleFake_Advance() {
	t := &example{}
	defer t.end()

	fake := servertest.New(t, func(o *servertest.Options) { o.AsyncDelay = 2 * time.Second })
	fake.Freeze()
	ours := newClient(fake)

	created := ours.create()
	_, pending := ours.send("GET", created.SourceURL, "")
	fake.Advance(2 * time.Second)
	_, complete := ours.send("GET", created.SourceURL, "")
	fmt.Println("complete:", pending.Status, complete.Status)

	link := ours.link(created.Data.ID)
	before, _ := ours.send("GET", link.Data.URI, "")
	fake.Advance(24 * time.Hour)
	after, _ := ours.send("GET", link.Data.URI, "")
	fmt.Println("its link:", before, "and a day later", after)
	// Output:
	// complete: false true
	// its link: 200 OK and a day later 410 Gone
}

func ExampleFake_Choose() {
	t := &example{}
	defer t.end()

	fake := servertest.New(t)
	ours := newClient(fake)
	topics := fake.URL() + "/api/v1/sources/99/topics"
	// The document does not say how the API responds to an unknown id.
	for _, status := range []string{"404", "403"} {
		fake.Choose("source-unknown-status=" + status)
		response, _ := ours.send("GET", topics, "")
		fmt.Println(response)
	}
	// Output:
	// 404 Not Found
	// 403 Forbidden
}

func ExampleFake_Snapshot() {
	t := &example{}
	defer t.end()

	fake := servertest.New(t)
	ours := newClient(fake)
	ours.create()
	prepared := fake.Snapshot()
	for range 2 {
		fmt.Println(ours.create().Data.ID)
		fake.Restore(prepared)
	}
	fake.Reset()
	fmt.Println(ours.create().Data.ID)
	// Output:
	// 2313
	// 2313
	// 2312
}

func ExampleFake_Fault() {
	t := &example{}
	defer t.end()

	fake := servertest.New(t)
	ours := newClient(fake)
	fake.Fault(fault.Rule{Operation: spec.ListTopics, When: fault.When{First: 1}, Status: http.StatusServiceUnavailable})
	topics := fmt.Sprintf("%s/api/v1/sources/%d/topics", fake.URL(), fake.TestData().TopicsSourceID)
	for range 2 {
		response, _ := ours.send("GET", topics, "")
		fmt.Println(response)
	}
	// Output:
	// 503 Service Unavailable
	// 200 OK
}

func ExampleFake_Journal() {
	t := &example{}
	defer t.end()

	fake := servertest.New(t)
	ours := newClient(fake)
	ours.link(ours.create().Data.ID)
	for _, e := range fake.Journal() {
		fmt.Println(e.Operation, e.Status, e.Request.Body)
	}
	// Output:
	// create-segment 201 {"name": "Reachable", "dataset_id": 8801, "molecules": []}
	// create-segment-management-link 201 {"redirect_uri": "https://app.example.com/segments"}
}
