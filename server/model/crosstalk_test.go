package model

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"understudy/server/internal/testkit"
)

var soak = flag.Duration("soak", 0, "how long the clients of TestNoCrosstalk go on; by default each has 2 rounds")

// TestNoCrosstalk has 64 clients at once, each in its own sandbox that it
// creates, fills, reads in every way, and deletes: none sees what another does,
// and afterwards the fake uses no more memory than before.
func TestNoCrosstalk(t *testing.T) {
	f := testkit.OpenControlled(t)
	runClients(f, func(round int) bool { return round < 1 }) // what is made once is made now
	goroutines, heap := testkit.InUse(t)
	start := time.Now()
	runClients(f, func(round int) bool { return round < 2 || time.Since(start) < *soak })
	if got := f.Control("GET", "sandboxes", "").Get("sandboxes.#").Int(); got != 1 {
		t.Errorf("%d sandboxes are left, want the default one", got)
	}
	if got := f.PostSegment(f.SegmentBody()).Get("data.id").Int(); got != 2312 {
		t.Errorf("the default sandbox counts on from %d", got)
	}
	more, larger := testkit.InUse(t)
	t.Logf("%d goroutines more, %d bytes more", more-goroutines, larger-heap)
	if more > goroutines {
		t.Errorf("there were %d goroutines, and are now %d", goroutines, more)
	}
	// Two sandboxes that were not freed would take more than that.
	if larger-heap > 64<<10 {
		t.Errorf("the heap was %d bytes, and is now %d", heap, larger)
	}
	runtime.KeepAlive(f)
}

// runClients has 64 clients in their own sandboxes, as long as each says to continue.
func runClients(f testkit.Fake, more func(round int) bool) {
	var group sync.WaitGroup
	var uris sync.Map
	for n := range 64 {
		group.Go(func() {
			c := sandboxClient{f, fmt.Sprintf("client-%d", n), n, modelWorld{}, &uris}
			c.open()
			for round := 0; more(round); round++ {
				c.round()
			}
			c.wants(c.Control("DELETE", "sandboxes/"+c.id, ""), 204, "", "")
		})
	}
	group.Wait()
}

// sandboxClient is a client in its own sandbox. Everything that it sees has its
// name or its number.
type sandboxClient struct {
	testkit.Fake
	id     string
	number int
	world  modelWorld
	// uris are the newest links of each client, by its id.
	uris *sync.Map
}

// wants checks that a response has a code and, at a path, a text.
func (c sandboxClient) wants(a testkit.Response, code int, path, want string) {
	c.Helper()
	if got := a.Get(path).String(); a.Code != code || got != want {
		c.Errorf("%s: %s is %q, want %d and %q: %s", c.id, path, got, code, want, a)
	}
}

func (c *sandboxClient) open() {
	c.world = newModelWorld(c.id, nil, c.number+1, c.number%7, c.number%5)
	variant := []string{"null", "zero", "absent"}[c.number%3]
	body := fmt.Sprintf(`{"id":%q,"ttl":"1h","gaps":{"page-ends":%q},"fixture":%s}`, c.id, variant, c.world.fixture())
	c.wants(c.Control("POST", "sandboxes", body), 201, "tokens.workspace", c.world.workspace)
	c.wants(c.Control("POST", "clock/freeze?sandbox="+c.id, ""), 200, "frozen", "true")
	c.wants(c.Control("POST", "clock/advance?sandbox="+c.id, fmt.Sprintf(`{"seconds":%d}`, c.number)), 200, "frozen", "true")
	c.wants(c.Control("PUT", "transitions?sandbox="+c.id, fmt.Sprintf(`{"segment":{"reads":%d}}`, c.number%3+1)), 200, "segment.reads", fmt.Sprint(c.number%3+1))
	c.wants(c.Control("POST", "sandboxes/"+c.id+"/snapshots", fmt.Sprintf(`{"name":%q}`, c.id)), 201, "name", c.id)
}

// ask sends a request to the client's sandbox.
func (c sandboxClient) ask(method, path, body string) testkit.Response {
	token := c.world.workspace
	if strings.HasPrefix(path, "/invitations") {
		token = c.world.personal
	}
	return c.Do(method, "/s/"+c.id+"/api/v1"+path, body, testkit.Bearer(token))
}

// round writes, reads what it wrote, and undoes it all.
func (c sandboxClient) round() {
	c.write()
	c.read()
	way, body := "reset", ""
	if c.number%2 == 0 {
		way, body = "restore", fmt.Sprintf(`{"snapshot":%q}`, c.id)
	}
	c.wants(c.Control("POST", "sandboxes/"+c.id+"/"+way, body), 200, "id", c.id)
	if way == "reset" { // to the state before it was opened by this client
		c.Control("POST", "sandboxes/"+c.id+"/restore", fmt.Sprintf(`{"snapshot":%q}`, c.id))
	}
	c.wants(c.ask("GET", "/sources/21/filter_segments/42", ""), 404, "status", "not_found")
}

func (c sandboxClient) write() {
	c.wants(c.ask("POST", "/sources/21/filter_segments", fmt.Sprintf(`{"name":%q,"molecules":[],"dataset_id":31}`, c.id)), 201, "data.id", "42")
	c.wants(c.ask("PATCH", "/destinations/11", fmt.Sprintf(`{"service_connection":{"name":"%[1]s","credentials":{"region":%[1]q}}}`, c.id)), 200, "data.name", c.id)
	c.wants(c.ask("POST", "/connectors", fmt.Sprintf(`{"connector":{"service_name":"made","label":%q}}`, c.id)), 200, "data.label", c.id)
	c.wants(c.Control("POST", "state/invitations?sandbox="+c.id, fmt.Sprintf(`{"email":"%s-late@example.com"}`, c.id)), 201, "created_by_id", "1")
	link := c.ask("POST", "/sources/21/filter_segments/42/segment_management_links", `{"redirect_uri":"https://a.example.com/"}`)
	c.wants(link, 201, "data.id", "1")
	c.uris.Store(c.id, link.Get("data.uri").Str)
}

// read checks that everything is as only this client has made it.
func (c sandboxClient) read() {
	c.wants(c.ask("GET", "/sources/21/filter_segments/42", ""), 200, "data.name", c.id)
	for read := range c.number%3 + 2 {
		complete := map[bool]string{true: "true", false: "false"}[read > c.number%3]
		c.wants(c.ask("GET", "/sources/21/filter_segments/42/source_status", ""), 200, "status", complete)
	}
	c.wants(c.ask("GET", "/destinations/11", ""), 200, "data.connection_details", fmt.Sprintf(`{"account":%[1]q,"region":%[1]q}`, c.id))
	c.wants(c.ask("PATCH", "/connectors/made", `{"connector":{}}`), 200, "data.label", c.id)
	invited := c.ask("GET", "/invitations?per_page=100&order=asc", "")
	c.wants(invited, 200, "data.#", fmt.Sprint(c.number+2))
	for _, email := range invited.Get("data.#.email").Array() {
		if !strings.HasPrefix(email.Str, c.id+"-") {
			c.Errorf("%s: %s is invited by another", c.id, email.Str)
		}
	}
	c.wants(invited, 200, "pagination.next_page", map[int]string{0: "", 1: "0", 2: ""}[c.number%3])
	c.wants(c.ask("GET", "/destinations/11/objects", ""), 200, "data.#", fmt.Sprint(c.number%7))
	c.wants(c.ask("GET", "/sources/22/topics", ""), 200, "data.#", fmt.Sprint(c.number%5))
	now := time.Date(2025, 3, 1, 12, 0, c.number, 0, time.UTC)
	c.wants(c.Control("GET", "clock?sandbox="+c.id, ""), 200, "now", now.Format(time.RFC3339))
	asked := c.Control("GET", "journal?limit=5&sandbox="+c.id, "").Get("exchanges.#.url").Array()
	for _, url := range asked {
		if !strings.Contains(url.Str, "/s/"+c.id+"/") {
			c.Errorf("%s: the journal has %s", c.id, url.Str)
		}
	}
	if len(asked) == 0 {
		c.Errorf("%s: the journal is empty", c.id)
	}
	c.uris.Range(func(id, uri any) bool {
		code := 404
		if id == c.id {
			code = 200
		}
		_, query, _ := strings.Cut(uri.(string), "?")
		if a := c.Do("GET", "/s/"+c.id+"/embed/segment?"+query, ""); a.Code != code {
			c.Errorf("%s: the link of %s gets HTTP %d", c.id, id, a.Code)
		}
		return id == c.id // until another client's was tried
	})
}
