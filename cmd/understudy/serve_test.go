package main

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

	"understudy/steps/target"
)

// served is a fake that was started by the command line.
type served struct {
	*testing.T
	banner string
	// stop ends it and answers its exit code and its log.
	stop func() (code int, log string)
}

func startServe(t *testing.T, args ...string) served {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	var log bytes.Buffer
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), nil, write, &log)
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
	return served{T: t, banner: banner.String(), stop: func() (int, string) {
		cancel()
		return <-done, log.String()
	}}
}

// line is what follows a label of the banner.
func (s served) line(label string) string {
	s.Helper()
	_, rest, ok := strings.Cut(s.banner, "  "+label)
	if !ok {
		s.Fatalf("the banner has no %s:\n%s", label, s.banner)
	}
	text, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(text)
}

// ask sends the lines of a request as they are, and waits for the answer.
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
	s := startServe(t, "--personal-token", "it's $HOME")
	out, err := exec.CommandContext(t.Context(), "sh", "-c", "curl -sS --noproxy '*' "+s.line("curl ")).CombinedOutput()
	if err != nil || !strings.Contains(string(out), `"per_page":1`) {
		t.Errorf("%s\n%s, %v", s.banner, out, err)
	}
	if code, _ := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestTheLogHoldsNoToken(t *testing.T) {
	const workspace, personal = "canary-workspace:1", "canary-personal:2"
	for _, format := range []string{"text", "json"} {
		s := startServe(t, "--workspace-token", workspace, "--personal-token", personal, "--log-format", format)
		base := s.line("base URL")
		for _, path := range []string{"/" + workspace, "/api/v1/invitations?page=x&token=" + personal, "/s/" + personal + "/api/v1", "/%zz?" + workspace, base + "/" + personal} {
			s.ask("GET "+path+" HTTP/1.1", "Authorization: Bearer "+workspace, "X-"+personal+": 1")
			s.ask("POST "+path+" HTTP/1.1", "Authorization: "+workspace, "Content-Length: 1000")
		}
		code, log := s.stop()
		if code != 0 || strings.Contains(log, "canary-") || strings.Count(log, "request") < 3 {
			t.Errorf("exit code %d, the log:\n%s", code, log)
		}
	}
}

func TestTokensSurviveTheTargetFile(t *testing.T) {
	for _, token := range []string{"secret-token:ABCDEFGH", "00000007", "0x123456", "12345e67", "1_000_000", "2024-05-01", "a: bcdef #ghi", `"quoted'`, "~~~~~~~~", "é|é|é|é|"} {
		want := target.Target{BaseURL: "http://h", Tokens: target.Tokens{Workspace: token, Personal: token}}
		text, err := target.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := target.Parse(text, lookup)
		if err != nil || got.Tokens != want.Tokens {
			t.Errorf("%q is read as %+v, %v:\n%s", token, got.Tokens, err, text)
		}
	}
}

func TestURLOf(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80", "0.0.0.0:81": "http://localhost:81", "[::]:82": "http://localhost:82", "[::1]:83": "http://[::1]:83",
	} {
		a, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := urlOf(a); got != want {
			t.Errorf("%s is reached at %s", addr, got)
		}
	}
}
