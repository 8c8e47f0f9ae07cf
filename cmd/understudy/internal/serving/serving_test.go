package serving

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
	"testing"
)

// served is a running fake.
type served struct {
	*testing.T
	banner string
	// stop ends it and returns its log and its error.
	stop func() (log string, err error)
}

// start starts a fake on a free port, with the default options and a change.
func start(t *testing.T, change func(*Options)) served {
	t.Helper()
	o := Default()
	o.Addr = "127.0.0.1:0"
	change(&o)
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	var log bytes.Buffer
	done := make(chan error, 1)
	go func() {
		done <- Run(ctx, o, write, &log)
		write.Close()
	}()
	var banner strings.Builder
	for lines := bufio.NewScanner(read); lines.Scan(); {
		fmt.Fprintln(&banner, lines.Text())
		if strings.Contains(lines.Text(), "curl") {
			break
		}
	}
	go io.Copy(io.Discard, read)
	return served{T: t, banner: banner.String(), stop: func() (string, error) {
		cancel()
		err := <-done
		return log.String(), err
	}}
}

// line returns the text after a label of the banner.
func (s served) line(label string) string {
	s.Helper()
	_, rest, ok := strings.Cut(s.banner, "  "+label)
	if !ok {
		s.Fatalf("the banner has no %s:\n%s", label, s.banner)
	}
	text, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(text)
}

// ask sends the lines of a request unchanged, and waits for the response.
func (s served) ask(lines ...string) {
	s.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.line("base URL"), "http://"))
	if err != nil {
		s.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s\r\nHost: fake\r\nConnection: close\r\n\r\n", strings.Join(lines, "\r\n"))
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		s.Fatal(err)
	}
	_, _ = io.ReadAll(conn)
}

func TestTheCommandOfTheBannerWorksAsPrinted(t *testing.T) {
	for _, program := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
	s := start(t, func(o *Options) { o.PersonalToken = "it's $HOME" })
	out, err := exec.CommandContext(t.Context(), "sh", "-c", "curl -sS --noproxy '*' "+s.line("curl ")).CombinedOutput()
	if err != nil || !strings.Contains(string(out), `"per_page":1`) {
		t.Errorf("%s\n%s, %v", s.banner, out, err)
	}
	if _, err := s.stop(); err != nil {
		t.Error(err)
	}
}

func TestTheBannerNamesTheSegmentOfALink(t *testing.T) {
	for _, preset := range []string{"", "small", "expired-links", "empty"} {
		s := start(t, func(o *Options) { o.Preset = preset })
		_, after, found := strings.Cut(s.banner, "\n  segment          ")
		if hasNone := preset == "empty"; found == hasNone || found && !strings.HasPrefix(after, "2301\n") {
			t.Errorf("%s:\n%s", preset, s.banner)
		}
		if _, err := s.stop(); err != nil {
			t.Error(err)
		}
	}
}

func TestTheLogContainsNoToken(t *testing.T) {
	const workspace, personal = "canary-workspace:1", "canary-personal:2"
	for _, format := range []string{"text", "json"} {
		s := start(t, func(o *Options) { o.WorkspaceToken, o.PersonalToken, o.LogFormat = workspace, personal, format })
		base := s.line("base URL")
		for _, path := range []string{"/" + workspace, "/api/v1/invitations?page=x&token=" + personal, "/s/" + personal + "/api/v1", "/%zz?" + workspace, base + "/" + personal} {
			s.ask("GET "+path+" HTTP/1.1", "Authorization: Bearer "+workspace, "X-"+personal+": 1")
			s.ask("POST "+path+" HTTP/1.1", "Authorization: "+workspace, "Content-Length: 1000")
		}
		log, err := s.stop()
		if err != nil || strings.Contains(log, "canary-") || strings.Count(log, "request") < 3 {
			t.Errorf("%v, the log:\n%s", err, log)
		}
	}
}

func TestAShortTokenIsWarnedOf(t *testing.T) {
	const warning = "the workspace token is shorter than 6 characters"
	for token, warns := range map[string]bool{"ab1cd": true, "ab1cde": false} {
		log, err := start(t, func(o *Options) { o.WorkspaceToken = token }).stop()
		if err != nil || strings.Contains(log, warning) != warns || strings.Contains(log, token) {
			t.Errorf("a token of %d characters: %v, logged %s", len(token), err, log)
		}
	}
}
