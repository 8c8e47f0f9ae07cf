package verification

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/steps/target"
)

// wrongSetUp is a set-up with which no verdict is possible.
type wrongSetUp struct {
	rule string
	// serve is the middleware between the harness and a fake, change what is wrong in
	// the target file.
	serve  func(next http.Handler) http.Handler
	change func(*target.Target)
	// secure serves over TLS with a certificate of these days; raw replaces HTTP.
	secure *certificate
	raw    func(net.Conn)
	says   string
}

// page serves a page of HTML.
func page(status int) func(http.Handler) http.Handler {
	return func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(status)
			fmt.Fprintf(w, "<!doctype html><title>%d</title>", status)
		})
	}
}

// sentTo redirects everything below /api/ to a place; the rest is a page.
func sentTo(place string) func(http.Handler) http.Handler {
	return func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.URL.Path, "/api/") {
				page(200)(nil).ServeHTTP(w, r)
				return
			}
			token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
			http.Redirect(w, r, strings.NewReplacer("{host}", r.Host, "{token}", token).Replace(place), http.StatusFound)
		})
	}
}

// everySecond passes every second request to another handler.
func everySecond(other http.HandlerFunc) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		var asked atomic.Int64
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1)%2 == 0 {
				other(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// saysAlways responds to every request with the same body.
func saysAlways(body string) func(http.Handler) http.Handler {
	return func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
	}
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// cutShort sends half of each response.
func cutShort(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", fmt.Sprint(rec.Body.Len()))
		_, _ = w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
	})
}

func silent(http.Handler) http.Handler {
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
}

// below is a base_url with an added path.
func below(path string) func(*target.Target) {
	return func(tg *target.Target) { tg.BaseURL += path }
}

func scheme(is string) func(*target.Target) {
	return func(tg *target.Target) { tg.BaseURL = is + tg.BaseURL[strings.Index(tg.BaseURL, "://"):] }
}

const wrongToken = "secret-token:wrong-4711"

var wrongSetUps = []wrongSetUp{
	{rule: "nothing listens", says: "nothing listens at http://127.0.0.1:", change: func(tg *target.Target) {
		l, _ := net.Listen("tcp", "127.0.0.1:0")
		l.Close()
		tg.BaseURL = "http://" + l.Addr().String()
	}},
	{rule: "a name that is unknown", says: "the host name of http://deployment.invalid is unknown", change: func(tg *target.Target) { tg.BaseURL = "http://deployment.invalid" }},
	{rule: "the id of another destination than the sample's", says: "would overwrite the destination: correct one of the two", change: func(tg *target.Target) {
		tg.Resources.DestinationID = tg.Resources.ObjectsDestinationID
	}},
	{rule: "another service", says: "is not found", serve: func(http.Handler) http.Handler { return http.NotFoundHandler() }},
	{rule: "another service that says OK to everything", says: "does not look like this API (GET", serve: saysAlways("OK\n")},
	{rule: "a network that wants a login", says: "gives a web page, not JSON (HTTP 511", serve: func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNetworkAuthenticationRequired)
			_, _ = io.WriteString(w, "<html>log in</html>")
		})
	}},
	{rule: "another service with JSON of its own", says: "does not look like this API (GET", serve: saysAlways(`{"status":"ok","version":"4.1"}`)},
	{rule: "another service with empty responses", says: "does not look like this API (GET", serve: saysAlways("")},
	{rule: "another service with JSON, and no id in the target file", says: "does not look like this API (GET", serve: saysAlways(`{"hello":"world"}`),
		change: func(tg *target.Target) { tg.Resources = target.Resources{} }},
	{rule: "the tokens of each other, and no id in the target file", says: "tokens.personal and tokens.workspace may be swapped: list-invitations", change: func(tg *target.Target) {
		tg.Tokens.Workspace, tg.Tokens.Personal, tg.Resources = tg.Tokens.Personal, tg.Tokens.Workspace, target.Resources{}
	}},
	{rule: "a workspace token of another workspace", says: "it may be a token of another workspace", change: func(tg *target.Target) { tg.Tokens.Workspace = tg.Tokens.OtherWorkspace }},
	{rule: "a service without HTTP", says: "does not speak HTTP", raw: func(c net.Conn) {
		fmt.Fprint(c, "SSH-2.0-OpenSSH_9.6\r\n")
		_, _ = io.Copy(io.Discard, c)
	}},
	{rule: "a service that hangs up", says: "broke off in 6 of 6 requests", raw: func(net.Conn) {}},
	{rule: "a certificate that is not trusted", says: "tls.ca_file", secure: &certificate{}, change: func(tg *target.Target) { tg.TLS = target.TLS{} }},
	{rule: "a certificate for another name", says: "is for another name", secure: &certificate{name: "another.example"}},
	{rule: "a certificate of yesterday", says: "is not valid now", secure: &certificate{until: -time.Hour}},
	{rule: "https:// for a plain service", says: "write http://", change: scheme("https")},
	{rule: "http:// for a service with TLS", says: "write https://", secure: &certificate{}, change: scheme("http")},
	{rule: "a login elsewhere", says: "to https://login.invalid/start/$WORKSPACE_TOKEN): ", serve: sentTo("https://login.invalid/start/{token}?state=XYZ-secret")},
	{rule: "a login on the same host", says: "/login): ", serve: sentTo("/login?state=XYZ-secret")},
	{rule: "http:// that is sent to https://", says: "begin base_url with that", serve: sentTo("https://{host}/api/v1")},
	{rule: "a page of HTML", says: "gives a web page, not JSON", serve: page(200)},
	{rule: "a gateway's page of HTML", says: "responds with an error page", serve: page(502)},
	{rule: "a path too many", says: "is not found", change: below("/v2")},
	{rule: "a base_url with /api/v1", says: "base_url ends with /api/v1", change: below("/api/v1")},
	{rule: "a wrong workspace token", says: "tokens.workspace is rejected", change: func(tg *target.Target) { tg.Tokens.Workspace = wrongToken }},
	{rule: "a wrong personal token", says: "tokens.personal is rejected", change: func(tg *target.Target) { tg.Tokens.Personal = wrongToken }},
	{rule: "two wrong tokens", says: "tokens.personal is rejected", change: func(tg *target.Target) { tg.Tokens.Workspace, tg.Tokens.Personal = wrongToken, wrongToken+"2" }},
	{rule: "a revoked token", says: "tokens.workspace is rejected", change: func(tg *target.Target) { tg.Tokens.Workspace = tg.Tokens.Revoked }},
	{rule: "the tokens of each other", says: "tokens.personal and tokens.workspace are swapped", change: func(tg *target.Target) {
		tg.Tokens.Workspace, tg.Tokens.Personal = tg.Tokens.Personal, tg.Tokens.Workspace
	}},
	{rule: "a server that hangs", says: "limits.request_timeout", serve: silent, change: func(tg *target.Target) { tg.Limits.RequestTimeout = target.Duration(300 * time.Millisecond) }},
	{rule: "half of the connections dropped", says: "broke off in 3 of 6 requests", serve: everySecond(hangUp)},
	{rule: "each response cut in the middle", says: "broke off in 6 of 6 requests", serve: cutShort},
}

// certificate is the certificate of a server: by default valid, and for this machine.
type certificate struct {
	name  string
	until time.Duration
}

// issue creates the self-signed certificate, and writes it to a file.
func (c *certificate) issue(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	if c.name != "" {
		template.IPAddresses, template.DNSNames = nil, []string{c.name}
	}
	if c.until != 0 {
		template.NotAfter = now.Add(c.until)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}

// setUp starts the server of the row, and returns its target and the counts of its
// requests.
func (row wrongSetUp) setUp(t *testing.T) (tg target.Target, asked *methods) {
	t.Helper()
	fake, err := server.New(server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler = fake
	if row.serve != nil {
		handler = row.serve(handler)
	}
	asked = &methods{}
	s := httptest.NewUnstartedServer(asked.count(handler))
	t.Cleanup(s.Close)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	tg = faketarget.Of(fake, "http://"+s.Listener.Addr().String())
	switch {
	case row.secure != nil:
		shown, file := row.secure.issue(t)
		s.TLS = &tls.Config{Certificates: []tls.Certificate{shown}}
		s.StartTLS()
		scheme("https")(&tg)
		tg.TLS.CAFile = file
	case row.raw != nil:
		tg.BaseURL = "http://" + talkOf(t, row.raw)
	default:
		s.Start()
	}
	if row.change != nil {
		row.change(&tg)
	}
	return tg, asked
}

// talkOf sends a text on each connection, and closes it.
func talkOf(t *testing.T, talk func(net.Conn)) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				talk(c)
				c.Close()
			}()
		}
	}()
	return l.Addr().String()
}

// methods counts all requests, and those that write.
type methods struct{ all, writes atomic.Int64 }

func (m *methods) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.all.Add(1)
		if r.Method != http.MethodGet {
			m.writes.Add(1)
		}
		next.ServeHTTP(w, r)
	})
}

// writeTarget writes a target file.
func writeTarget(t *testing.T, tg target.Target) string {
	t.Helper()
	text, err := target.Marshal(tg)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "target.yaml")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
