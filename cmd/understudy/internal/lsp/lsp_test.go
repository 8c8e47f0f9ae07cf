package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"understudy/spec/race"
)

// editor is the other end of a connection. Like a real one, it reads while it writes.
type editor struct {
	t        *testing.T
	messages chan map[string]any
	out      io.WriteCloser
	done     chan bool
}

func newEditor(t *testing.T, o Options) *editor {
	fromEditor, out := io.Pipe()
	in, fromServer := io.Pipe()
	e := &editor{t: t, messages: make(chan map[string]any, 1000), out: out, done: make(chan bool, 1)}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	go func() {
		defer cancel()
		orderly, err := Serve(ctx, fromEditor, fromServer, o)
		if err != nil {
			t.Errorf("the server ended: %v", err)
		}
		fromServer.Close()
		e.done <- orderly
	}()
	go e.read(bufio.NewReader(in))
	t.Cleanup(func() { out.Close() })
	return e
}

// read takes the messages of the server until its end.
func (e *editor) read(in *bufio.Reader) {
	defer close(e.messages)
	for {
		header, err := textproto.NewReader(in).ReadMIMEHeader()
		if err != nil {
			return
		}
		n, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, n)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		var m map[string]any
		if err := json.Unmarshal(body, &m); err != nil {
			e.t.Errorf("%v: %s", err, body)
			return
		}
		e.messages <- m
	}
}

func (e *editor) send(text string) {
	e.t.Helper()
	if _, err := fmt.Fprintf(e.out, "Content-Length: %d\r\n\r\n%s", len(text), text); err != nil {
		e.t.Fatal(err)
	}
}

// receive returns the next message.
func (e *editor) receive() map[string]any {
	e.t.Helper()
	m, ok := <-e.messages
	if !ok {
		e.t.Fatal("no message: the server has ended")
	}
	return m
}

// until returns the first message with that id or method.
func (e *editor) until(wanted string) string {
	e.t.Helper()
	for {
		m := e.receive()
		if m["method"] == wanted || fmt.Sprint(m["id"]) == wanted {
			text, _ := json.Marshal(m)
			return string(text)
		}
	}
}

// TestRecordedSessions plays each session of testdata: a file "> name" is what the editor
// sends, "< WANTED name" what the message with that id or method then has, a regular
// expression per line.
func TestRecordedSessions(t *testing.T) {
	sessions, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(sessions) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, name := range sessions {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			e := newEditor(t, Options{Version: "test"})
			for _, f := range txtar.Parse(text).Files {
				data := strings.ReplaceAll(strings.TrimSpace(string(f.Data)), "$FOLDER", uriOf(folder))
				kind, rest, _ := strings.Cut(f.Name, " ")
				switch kind {
				case "file":
					if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, rest)), 0o700); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(filepath.Join(folder, rest), f.Data, 0o600); err != nil {
						t.Fatal(err)
					}
				case ">":
					e.send(data)
				case "<":
					wanted, _, _ := strings.Cut(rest, " ")
					got := e.until(wanted)
					for _, line := range strings.Split(data, "\n") {
						if !regexp.MustCompile(line).MatchString(got) {
							t.Errorf("%s: no %s in\n%s", rest, line, got)
						}
					}
				}
			}
			if !<-e.done {
				t.Error("the server did not see the shutdown")
			}
		})
	}
}

// diagnosed is how long the problems of 500 lines may take to be shown.
const diagnosed = 100 * time.Millisecond

// TestDiagnosticsOf500LinesTakeUnder100ms measures from a change to what is published, with
// the time that the server waits for more typing.
func TestDiagnosticsOf500LinesTakeUnder100ms(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector makes it slower")
	}
	e := newEditor(t, Options{})
	uri := uriOf(filepath.Join(t.TempDir(), "long.feature"))
	e.send(`{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}`)
	e.until("1")
	text := "Feature: long\n"
	for i := range 84 {
		text += fmt.Sprintf("\n  @promise:order-asc\n  Scenario: number %d\n    Given at least 6 invitations\n    When I read the pages of the invitations in order asc\n    Then the records are sorted oldest first\n", i)
	}
	opened, _ := json.Marshal(map[string]any{"uri": uri, "languageId": "gherkin", "version": 1, "text": text})
	e.send(`{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": ` + string(opened) + `}}`)
	e.until("textDocument/publishDiagnostics")
	best := time.Hour
	// Once within the bound is enough: other programs may take turns.
	for i := 0; i < 50 && best > diagnosed; i++ {
		wrong, _ := json.Marshal(strings.Replace(text, "at least 6", fmt.Sprintf("at leest %d", i), 1))
		began := time.Now()
		e.send(fmt.Sprintf(`{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": %q, "version": %d}, "contentChanges": [{"text": %s}]}}`, uri, i+2, wrong))
		if got := e.until("textDocument/publishDiagnostics"); !strings.Contains(got, "at leest") {
			t.Fatalf("the mistake is not reported: %s", got)
		}
		best = min(best, time.Since(began))
	}
	t.Logf("%d lines: %v", strings.Count(text, "\n"), best)
	if best > diagnosed {
		t.Errorf("%v until the problems of %d lines are shown", best, strings.Count(text, "\n"))
	}
}

func TestAConnectionThatEndsEndsTheServer(t *testing.T) {
	e := newEditor(t, Options{})
	e.out.Close()
	if <-e.done {
		t.Error("an end without a shutdown counts as orderly")
	}
}

// FuzzMessages sends any request about any text: each gets a reply.
func FuzzMessages(f *testing.F) {
	deep := "Feature: x\nScenario Outline: y\n" + strings.Repeat("|", 5000) + "\n"
	for _, text := range []string{"", "Feature: 😀\nScenario: 😀\nGiven 😀", "\xff\xfe@\xff", deep, strings.Repeat("Given <a> \"b\n", 200), "Feature: x\nScenario: y\nGiven z\n\"\"\"\n"} {
		f.Add(text, 2, 3)
		f.Add(text, -1, 1<<30)
	}
	s := &server{language: newEditorLanguage(), ctx: context.Background(), documents: map[string]*document{}}
	f.Fuzz(func(t *testing.T, text string, line, character int) {
		d := &document{uri: "untitled:x", path: "/untitled.feature", text: text}
		var p documentParams
		p.Position.Line, p.Position.Character, p.NewName = line, character, "name"
		for method, ask := range asksAbout {
			if method == "textDocument/definition" || method == "textDocument/references" {
				continue // they write pages, and are asked in the sessions
			}
			result, err := ask(s, d, p)
			if _, failed := json.Marshal(result); failed != nil {
				t.Errorf("%s: %v, %v", method, failed, err)
			}
		}
	})
}

// TestAMegabyteIsHandledQuickly asks everything about a text of 1 MB.
func TestAMegabyteIsHandledQuickly(t *testing.T) {
	s := &server{language: newEditorLanguage(), ctx: context.Background(), documents: map[string]*document{}}
	for name, text := range map[string]string{
		"steps":     "Feature: x\nScenario: y\n" + strings.Repeat("Given something unknown\n", 44000),
		"one line":  "Feature: x\nScenario: y\nGiven " + strings.Repeat("<a> \"b\" ", 130000),
		"one table": "Feature: x\nScenario Outline: y\nGiven <a>\nExamples:\n|a|\n" + strings.Repeat("|"+strings.Repeat("x|", 500)+"\n", 1000),
	} {
		d := &document{uri: "untitled:x", path: "/untitled.feature", text: text}
		began := time.Now()
		for _, ask := range asksAbout {
			var p documentParams
			p.Position.Line, p.Position.Character = 5, 3
			_, _ = ask(s, d, p) //nolint:errcheck // only that it comes back counts
		}
		if took := time.Since(began); took > 5*time.Minute {
			t.Errorf("%s: %v", name, took)
		}
	}
}
