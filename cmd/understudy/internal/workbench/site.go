package workbench

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"understudy/cmd/understudy/internal/listener"
	"understudy/server/console"
	"understudy/server/control"
)

// Site serves a workbench on its own, for a deployment. It can write to the deployment, so
// it serves only browsers of this machine that have opened the address with its key.
type Site struct {
	workbench *Workbench
	key       string
}

// NewSite returns a site with a new key.
func NewSite(w *Workbench) *Site { return &Site{w, rand.Text()} }

const (
	// sitePath is the path of the page.
	sitePath = "/" + Name
	// cookieName is that of the key.
	cookieName = "understudy-workbench"
	// maxForm is the largest size of a form, in bytes.
	maxForm = 4 << 20
)

// siteView is a page of the site.
type siteView struct {
	Title, Where, Says string
	ReadOnly           bool
	Nonce              string
	Style              template.CSS
	Script             template.JS
	Content            template.HTML
}

// ServeHTTP serves the page and what is below it.
func (s *Site) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(out, r.Body, maxForm)
	if status, says := s.reject(r); status != 0 {
		s.send(out, status, siteView{Title: http.StatusText(status), Says: says})
		return
	}
	switch {
	case r.URL.Path == "/" && s.opens(r.URL.Query().Get("key")):
		http.SetCookie(out, &http.Cookie{Name: cookieName, Value: s.key, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode}) //nolint:gosec // it is sent to this machine alone, without TLS
		http.Redirect(out, r, sitePath, http.StatusSeeOther)
	case !s.knows(r):
		s.send(out, http.StatusForbidden, siteView{Title: Title, Says: "Open the address that understudy workbench has printed: it contains a key."})
	case r.URL.Path == "/":
		http.Redirect(out, r, sitePath, http.StatusSeeOther)
	case r.URL.Path == sitePath:
		s.page(out, r)
	case strings.HasPrefix(r.URL.Path, sitePath+"/"):
		s.workbench.Serve(out, console.Place{Request: r, Path: sitePath, Below: strings.TrimPrefix(r.URL.Path, sitePath+"/")})
	default:
		s.send(out, http.StatusNotFound, siteView{Title: Title, Says: "There is no such page."})
	}
}

// reject says why a request is not served: it comes from another machine, for another
// name than this machine's own, or from a page of another origin.
func (s *Site) reject(r *http.Request) (status int, says string) {
	if status, _ := (control.Control{On: true}).Reject(r); status != 0 {
		return http.StatusForbidden, "The workbench serves only its own page in a browser of this machine: open the address that understudy workbench has printed."
	}
	return 0, ""
}

func (s *Site) opens(key string) bool {
	return subtle.ConstantTimeCompare([]byte(key), []byte(s.key)) == 1
}

func (s *Site) knows(r *http.Request) bool {
	c, err := r.Cookie(cookieName)
	return err == nil && s.opens(c.Value)
}

func (s *Site) page(out http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		out.Header().Set("Allow", "GET, HEAD")
		s.send(out, http.StatusMethodNotAllowed, siteView{Title: Title, Says: "Open the page with GET."})
		return
	}
	v := siteView{Title: Title, Where: s.workbench.Deployment.Where(""), ReadOnly: s.workbench.ReadOnly, Nonce: rand.Text()}
	content, err := s.workbench.Page(console.Place{Request: r, Path: sitePath, Nonce: v.Nonce})
	status := http.StatusOK
	if err != nil {
		status, v.Says = http.StatusNotFound, err.Error()
	}
	v.Content = content
	s.send(out, status, v)
}

func (s *Site) send(out http.ResponseWriter, status int, v siteView) {
	if v.Nonce == "" {
		v.Nonce = rand.Text()
	}
	css, js := console.PageStyle()
	v.Style, v.Script = template.CSS(css), template.JS(js) //nolint:gosec // they are embedded
	h := out.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; img-src data:; style-src 'nonce-"+v.Nonce+"'; script-src 'nonce-"+v.Nonce+"'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	text := rendered("site", v)
	out.WriteHeader(status)
	_, _ = io.WriteString(out, string(text)) // the client may have gone
}

// headerWait is how long a client may take to send the header of a request.
const headerWait = 10 * time.Second

// Serve serves a workbench at an address of this machine until ctx ends, prints its URL,
// and waits for runs that restore what they have changed.
func Serve(ctx context.Context, addr string, w *Workbench, stdout io.Writer) error {
	l, err := listener.Open(addr, "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	if at, ok := l.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
		return fmt.Errorf("--addr %s: other machines could reach it, and the workbench writes with your tokens: give an address such as 127.0.0.1:0", addr)
	}
	site := NewSite(w)
	fmt.Fprintf(stdout, "  page        http://%s/?key=%s\n  deployment  %s\n\nOpen the page in a browser of this machine. Ctrl-C ends it.\n",
		l.Addr(), site.key, w.Deployment.Where(""))
	s := &http.Server{Handler: site, ReadHeaderTimeout: headerWait}
	ended := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer ended()
	err = s.Serve(l)
	w.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
