package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"understudy/server/api"
	"understudy/server/sandbox"
	"understudy/spec"
)

// set sets a fault of the default sandbox.
func (f fake) set(rule string) answer {
	f.Helper()
	a := f.control("POST", "faults", rule)
	if a.code != 201 {
		f.Fatal(a)
	}
	return a
}

func TestFaultsAreControlled(t *testing.T) {
	f := controlled(t)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "faults", "", `200 {"faults":[]}`},
		{"POST", "faults", `{"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7}`,
			`201 {"id":1,"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7,"calls":0,"hits":0}`},
		{"POST", "faults", `{"latency":{"uniform":[0.1,0.2],"seed":3}}`, `201 {"id":2,"latency":{"uniform":[0.1,0.2],"seed":3},"calls":0,"hits":0}`},
		{"POST", "faults", `{"status":500,"when":{"probability":0}}`, `400 {"error":"when.probability is 0, which picks no call: give more, or leave when out for all calls"}`},
		{"POST", "faults", `{"status":500,"when":{"first":0}}`, `400 {"error":"when.first is 0, which picks no call: give more, or leave when out for all calls"}`},
		{"DELETE", "faults/2", "", `200 {"faults":[{"id":1,"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7,"calls":0,"hits":0}]}`},
		{"DELETE", "faults/2", "", `404 {"error":"no such fault: GET faults lists them"}`},
		{"DELETE", "faults/x", "", `404 {"error":"no such fault: GET faults lists them"}`},
		{"DELETE", "faults", "", `200 {"faults":[]}`},
		{"GET", "faults?sandbox=nobody", "", `404 {"error":"sandbox \"nobody\": no such sandbox: fork it first"}`},
	} {
		if got := f.control(c.method, c.path, c.body).String(); got != c.want {
			t.Errorf("%s %s %s: %s, want %s", c.method, c.path, c.body, got, c.want)
		}
	}
	for _, body := range []string{``, `[]`, `{}`, `{"status":200}`, `{"status":"503"}`, `{"status":503,"wen":{}}`, `{"status":503,"when":{"last":1}}`, `{"status":503}{}`} {
		if a := f.control("POST", "faults", body); a.code != 400 || a.get("error").Str == "" {
			t.Errorf("%s: %s", body, a)
		}
	}
}

func TestAFaultAnswersInTheShapeOfTheAPI(t *testing.T) {
	f := controlled(t)
	f.set(`{"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":7}`)
	f.set(`{"operation":"list-invitations","when":{"first":2},"status":503}`)
	f.choose("error-body=errors")
	first, second, third := f.list(""), f.list(""), f.list("")
	if first.code != 429 || first.header.Get("Retry-After") != "7" || !strings.HasPrefix(first.get("errors.0").Str, "HTTP 429 on purpose") {
		t.Errorf("the first answer is %s %v", first, first.header)
	}
	if second.code != 429 || third.code != 200 || third.header.Get("Retry-After") != "" {
		t.Errorf("then %s, %s", second, third)
	}
	if hits := f.control("GET", "faults", "").get("faults.#.hits").Raw; hits != "[2,0]" {
		t.Errorf("they struck %s times", hits)
	}
	if a := f.post(f.segment()); a.code != 201 {
		t.Errorf("another operation answers %s", a)
	}
}

func TestAFaultInThePlaceOfAnAnswerLeavesTheWorldAsItIs(t *testing.T) {
	for rule, c := range map[string]struct {
		fault   string
		created bool
	}{
		"a status":                   {`{"status":500}`, false},
		"a status after the request": {`{"status":500,"after":true}`, true},
		"latency":                    {`{"latency":{"seconds":0.000001}}`, true},
		"a slow body":                {`{"bytes_per_second":1000000}`, true},
		"a cut that cuts nothing":    {`{"cut_after":100000}`, true},
	} {
		f := controlled(t)
		f.set(c.fault)
		f.post(f.segment())
		f.control("DELETE", "faults", "")
		if got := f.get(f.segments()+"/2312").code == 200; got != c.created {
			t.Errorf("%s: a segment was created: %t, want %t", rule, got, c.created)
		}
	}
}

func TestAConnectionBreaksOff(t *testing.T) {
	f := controlled(t)
	site := httptest.NewServer(f)
	defer site.Close()
	list := func() (*http.Response, error) {
		r, _ := http.NewRequest("GET", site.URL+invitations, nil)
		bearer(f.Ground().PersonalToken)(r)
		return site.Client().Do(r)
	}
	for rule, c := range map[string]struct {
		fault string
		want  error
	}{
		"a reset":            {`{"reset":true}`, syscall.ECONNRESET},
		"the end of silence": {`{"silence":0.001}`, io.EOF},
	} {
		f.set(c.fault)
		if _, err := list(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", rule, err, c.want)
		}
		f.control("DELETE", "faults", "")
	}
	f.set(`{"cut_after":10}`)
	res, err := list()
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if string(body) != `{"status":` || !errors.Is(err, io.ErrUnexpectedEOF) || res.ContentLength < 1000 {
		t.Errorf("of %d bytes came %q: %v", res.ContentLength, body, err)
	}
	got := f.control("GET", "journal", "").get("exchanges.#.{status,fault,response.size}").Raw
	for _, want := range []string{`{"status":0,"fault":"a connection reset","size":0}`, `{"status":0,"fault":"silence","size":0}`,
		`{"status":200,"fault":"a body cut after 10 bytes","size":10}`} {
		if !strings.Contains(got, want) {
			t.Errorf("the journal has %s, not %s", got, want)
		}
	}
}

func TestWaitingTakesItsTime(t *testing.T) {
	for _, c := range []struct {
		fault string
		want  time.Duration
	}{
		{`{"latency":{"seconds":90}}`, 90 * time.Second},
		{`{"bytes_per_second":1}`, 17 * time.Second},
		{`{"bytes_per_second":100}`, 100 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := controlled(t)
			f.choose("error-body=status-only") // 18 bytes
			f.set(c.fault)
			start := time.Now()
			a := f.list("?page=x")
			if took := time.Since(start); took != c.want {
				t.Errorf("%s: it took %s, want %s", c.fault, took, c.want)
			}
			if a.String() != `400 {"status":"error"}` {
				t.Error(a)
			}
		})
	}
}

func TestWhoeverWaitsIsLetGo(t *testing.T) {
	for rule, fault := range map[string]string{"silence": `{"silence":600}`, "latency": `{"latency":{"seconds":600}}`} {
		f := controlled(t)
		f.set(fault)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stopped := make(chan error, 1)
		go func() { stopped <- f.Serve(ctx, l) }()
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 0\r\n\r\n", f.segments(), f.Ground().WorkspaceToken)
		for f.home().Faults().All()[0].Hits == 0 { // it has come
		}
		stop()
		if err := <-stopped; err != nil {
			t.Errorf("%s: %v", rule, err)
		}
		if answered, err := io.ReadAll(conn); len(answered) > 0 {
			t.Errorf("%s: the server stops with %q, %v", rule, answered, err)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestARequestThatIsGivenUpIsNotDone(t *testing.T) {
	for rule, fault := range map[string]string{"silence": `{"silence":600}`, "latency": `{"latency":{"seconds":600}}`} {
		f := controlled(t)
		f.set(fault)
		site := httptest.NewServer(f)
		ctx, giveUp := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", site.URL+f.segments(), strings.NewReader(f.segment()))
		if err != nil {
			t.Fatal(err)
		}
		bearer(f.Ground().WorkspaceToken)(r)
		gone := make(chan error)
		go func() { _, err := site.Client().Do(r); gone <- err }()
		for f.home().Faults().All()[0].Hits == 0 { // it has come
		}
		giveUp()
		if err := <-gone; err == nil {
			t.Errorf("%s: it is answered", rule)
		}
		ended, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if !f.home().Journal().Wait(ended, 0) {
			t.Fatalf("%s: the fake goes on for a client that is gone", rule)
		}
		cancel()
		f.control("DELETE", "faults", "")
		if a := f.get(f.segments() + "/2312"); a.code != 404 {
			t.Errorf("%s: it is done: %s", rule, a)
		}
		site.Close()
	}
}

func TestWhoeverGoesIsNoticedHoweverMuchWasSent(t *testing.T) {
	f := controlled(t)
	f.set(`{"silence":20}`)
	site := httptest.NewServer(f)
	defer site.Close()
	conn, err := net.Dial("tcp", site.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second)) // should nobody read
	const size = 5 * api.MaxBody
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", f.segments(), size, strings.Repeat("x", size))
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if !f.home().Journal().Wait(ended, 0) {
		t.Fatal("the fake goes on for a client that is gone")
	}
	if got := f.control("GET", "journal/1", "").get("request.{size,cut}").Raw; got != fmt.Sprintf(`{"size":%d,"cut":true}`, size) {
		t.Errorf("the journal has %s", got)
	}
}

func TestTheJournalHasTheBodyThatAFaultStruck(t *testing.T) {
	f := controlled(t)
	site := httptest.NewServer(f)
	defer site.Close()
	for i, rule := range []string{`{"status":503}`, `{"reset":true}`, `{"silence":0.001}`} {
		f.set(rule)
		res, err := site.Client().Post(site.URL+f.segments(), "application/json", strings.NewReader(f.segment()))
		if err == nil {
			_ = res.Body.Close()
		}
		f.home().Journal().Wait(t.Context(), uint64(i))
		e := f.control("GET", fmt.Sprintf("journal/%d", i+1), "")
		if e.get("request.body").Str != f.segment() || e.get("request.cut").Bool() {
			t.Errorf("%s: the journal has %s", rule, e)
		}
		f.control("DELETE", "faults", "")
	}
}

func TestTheJournalTellsOfACutOnlyWhereThereWasOne(t *testing.T) {
	f := controlled(t)
	f.choose("error-body=status-only") // 18 bytes
	for rule, want := range map[string]string{
		`{"cut_after":18}`:  "",
		`{"cut_after":900}`: "",
		`{"cut_after":17}`:  "a body cut after 17 bytes",
	} {
		f.set(rule)
		func() {
			defer func() { _ = recover() }() // a cut breaks the connection off
			f.list("?page=x")
		}()
		e := f.control("GET", fmt.Sprintf("journal/%d", f.home().Journal().Last()), "")
		if got := e.get("fault").Str; got != want {
			t.Errorf("%s: the journal says %q, want %q", rule, got, want)
		}
		f.control("DELETE", "faults", "")
	}
}

func TestAForkHasItsParentsFaultsAndItsOwnCounters(t *testing.T) {
	f := controlled(t)
	f.set(`{"when":{"first":1},"status":503}`)
	f.list("")
	if _, err := f.Hub().Fork(sandbox.Default, "fork"); err != nil {
		t.Fatal(err)
	}
	codes := func() (all []int) {
		for range 2 {
			all = append(all, f.do("GET", "/s/fork"+invitations, "", bearer(f.Ground().PersonalToken)).code)
		}
		return all
	}
	if got := fmt.Sprint(codes()); got != "[503 200]" {
		t.Errorf("the fork answers %s", got)
	}
	f.control("DELETE", "faults", "")
	f.control("POST", "faults?sandbox=fork", `{"operation":"`+spec.ListTopics+`","reset":true}`)
	if err := f.Hub().Reset("fork"); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(codes(), f.control("GET", "faults?sandbox=fork", "").get("faults.#.id")); got != "[503 200] [1]" {
		t.Errorf("once reset it answers, with its faults, %s", got)
	}
}

func TestAStrictFakeRefusesWhatIsOutsideTheContract(t *testing.T) {
	f := openStrict(t)
	for _, c := range []struct {
		a    answer
		code int
		says string
	}{
		{f.list("?per_page=100&unknown=1"), 200, ""},
		{f.post(f.segment()), 201, ""},
		{f.post(f.segment("size", "3")), 201, ""},
		{f.list("?per_page=101"), 400, "outside the contract: query per_page: expected a number, at most 100, found 101"},
		{f.do("GET", invitations, ""), 400, "outside the contract: header Authorization: expected Bearer and an access token, found no such header"},
		{f.post(f.segment("name", "")), 400, "outside the contract: body /name: expected a string, found no such member"},
		{f.post(f.segment("molecules", `["AND","OR"]`)), 400, "outside the contract: body /molecules/1: expected no second Operation Molecule"},
		{f.do("GET", "/favicon.ico", ""), 404, ""},
		{f.do("GET", invitations, "", bearer(f.Ground().WorkspaceToken)), 403, "a workspace's token does not open this"},
		{f.do("GET", "/api/v1/nothing", ""), 400, "outside the contract: path: expected a path"},
		{f.post(strings.Repeat(" ", 1<<20) + "{}"), 413, "larger"},
	} {
		if c.a.code != c.code || !strings.HasPrefix(c.a.get("message").Str, c.says) && c.code != 413 {
			t.Errorf("%s, want %d %s", c.a, c.code, c.says)
		}
	}
	j := f.control("GET", "journal?status=400", "")
	if got := j.get("exchanges.#").Int(); got != 5 || j.get("exchanges.0.refused").Str != "query per_page: expected a number, at most 100, found 101" {
		t.Errorf("the journal has %s", j)
	}
	if got := f.control("GET", "journal/findings", "").get("refused").Int(); got != 5 {
		t.Errorf("the findings count %d refusals", got)
	}
}
