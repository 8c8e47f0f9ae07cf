package lsp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// showsProgress starts a server for an editor that shows progress, with one feature open.
func showsProgress(t *testing.T) *editor {
	e := newEditor(t, Options{})
	e.send(`{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {"window": {"workDoneProgress": true}}}}`)
	e.until("1")
	text := "Feature: ours\n\n  @promise:order-asc\n  Scenario: the oldest comes first\n    Given at least 6 invitations\n    When I read the pages of the invitations in order asc\n    Then the records are sorted oldest first\n"
	opened, _ := json.Marshal(map[string]any{"uri": "file:///ours.feature", "languageId": "gherkin", "version": 1, "text": text})
	e.send(`{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": ` + string(opened) + `}}`)
	return e
}

// begin starts a command, and returns the token of its progress.
func (e *editor) begin(command string) (token string) {
	e.t.Helper()
	e.send(fmt.Sprintf(`{"jsonrpc": "2.0", "id": 2, "method": "workspace/executeCommand", "params": {"command": %q, "arguments": [{"uri": "file:///ours.feature", "addresses": ["ours#the-oldest-comes-first"]}]}}`, command))
	var create struct {
		ID     json.RawMessage
		Params struct{ Token string }
	}
	if err := json.Unmarshal([]byte(e.until("window/workDoneProgress/create")), &create); err != nil {
		e.t.Fatal(err)
	}
	e.send(fmt.Sprintf(`{"jsonrpc": "2.0", "id": %s, "result": null}`, create.ID))
	if got := e.until("$/progress"); !strings.Contains(got, `"kind":"begin"`) || !strings.Contains(got, `"cancellable":true`) || !strings.Contains(got, create.Params.Token) {
		e.t.Errorf("the progress begins with %s", got)
	}
	return create.Params.Token
}

// ended returns the messages up to the end of the progress, and after it up to the end of
// the server.
func (e *editor) ended() (all string) {
	e.t.Helper()
	for !strings.Contains(all, `"kind":"end"`) {
		text, _ := json.Marshal(e.receive())
		all += string(text) + "\n"
	}
	e.send(`{"jsonrpc": "2.0", "id": 9, "method": "shutdown"}`)
	all += e.until("9")
	e.send(`{"jsonrpc": "2.0", "method": "exit"}`)
	if !<-e.done {
		e.t.Error("the server did not see the shutdown")
	}
	return all
}

func TestTheProgressOfARunIsShown(t *testing.T) {
	e := showsProgress(t)
	e.begin(runOnFake)
	got := e.ended()
	for _, want := range []string{`"message":"1 of 1"`, `"percentage":100`, "on the fake: 1 pass"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// TestACancelledTaskEnds cancels a task that would take seconds.
func TestACancelledTaskEnds(t *testing.T) {
	e := showsProgress(t)
	token := e.begin(explainScenario)
	e.send(fmt.Sprintf(`{"jsonrpc": "2.0", "method": "window/workDoneProgress/cancel", "params": {"token": %q}}`, token))
	if got := e.ended(); strings.Contains(got, "window/showMessage") {
		t.Errorf("a cancelled task shows\n%s", got)
	}
}

// TestTextsThatAreNoMessagesAreRejected: each gets an error, and the server goes on.
func TestTextsThatAreNoMessagesAreRejected(t *testing.T) {
	e := newEditor(t, Options{})
	for text, want := range map[string]string{
		`{"jsonrpc": "2.0", "id": 77, "method":`: `"code":-32700,.*"id":null`,
		``:                                       `"code":-32700,.*"id":null`,
		`[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]`:        `"code":-32600,.*"id":null`,
		`{"jsonrpc": "2.0", "id": 80}`:                               `"code":-32600,.*"id":80`,
		`{"jsonrpc": "2.0", "id": "x", "method": 5, "params": null}`: `"code":-32600,.*"id":"x"`,
	} {
		e.send(text)
		got, _ := json.Marshal(e.receive())
		if !regexp.MustCompile(want).Match(got) {
			t.Errorf("%s gets %s, want %s", text, got, want)
		}
	}
	const initialize = `{"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {"capabilities": {}}}`
	fmt.Fprintf(e.out, "content-length: %d\r\ncontent-type: application/json\r\n\r\n%s", len(initialize), initialize)
	if got := e.until("2"); !strings.Contains(got, `"capabilities":`) {
		t.Errorf("a header in small letters gets %s", got)
	}
}

func TestRequestsOutOfOrderAreRejected(t *testing.T) {
	e := newEditor(t, Options{})
	ask := func(id int, method string) string {
		e.send(fmt.Sprintf(`{"jsonrpc": "2.0", "id": %d, "method": %q, "params": {"capabilities": {}}}`, id, method))
		return e.until(fmt.Sprint(id))
	}
	for i, c := range []struct{ method, want string }{
		{"textDocument/hover", `"code":-32002`},
		{"initialize", `"capabilities":`},
		{"initialize", `"code":-32600`},
		{"workspace/symbol", `"code":-32601`},
		{"shutdown", `"result":null`},
		{"textDocument/hover", `"code":-32600`},
	} {
		if got := ask(i+1, c.method); !strings.Contains(got, c.want) {
			t.Errorf("%d: %s: %s, want %s", i+1, c.method, got, c.want)
		}
	}
}
