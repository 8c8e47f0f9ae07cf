package preflight

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"understudy/steps/client"
)

// advice says what a problem of all reads means, and what to do.
var advice = map[trouble]string{
	trouble(client.ConnectionRefused): "nothing listens at {base}: start the deployment, or correct base_url in the target file " +
		"(verify --wait 60s waits for one that is starting)",
	trouble(client.UnknownName): "the host name of {base} is unknown ({outcome}): correct base_url in the target file, or join " +
		"the network that knows it",
	trouble(client.Unreachable): "{base} cannot be reached ({outcome}): correct base_url in the target file, or join the network " +
		"that it is in",
	trouble(client.ViaProxy): "the proxy that the environment names (HTTP_PROXY, HTTPS_PROXY) cannot be reached ({outcome}): " +
		"correct it, or name the host of {base} in NO_PROXY",
	trouble(client.TimedOut): "{base} did not respond within {timeout}: see whether base_url in the target file is right and " +
		"the deployment is well, or raise limits.request_timeout",
	trouble(client.Untrusted): "the TLS certificate of {base} is not trusted ({outcome}): name the file of its authority's " +
		"certificate in tls.ca_file of the target file",
	trouble(client.WrongName): "the TLS certificate of {base} is for another name ({outcome}): write a name that it is for " +
		"into base_url, or have it issued for this one",
	trouble(client.OutOfDate): "the TLS certificate of {base} is not valid now ({outcome}): renew it, or correct the clock of " +
		"this machine",
	trouble(client.TLSRejected): "{base} ends the TLS handshake ({outcome}): give tls.client_cert and tls.client_key in the " +
		"target file, where it asks for a certificate of the client",
	trouble(client.SpeaksPlainHTTP): "base_url begins with https://, but {base} speaks plain HTTP: write http://, or the port that speaks TLS",
	trouble(client.SpeaksTLS):       "base_url begins with http://, but {base} speaks TLS: write https://",
	trouble(client.NoHTTP):          "what listens at {base} does not speak HTTP ({outcome}): correct the port in base_url",
	redirected: "GET {path} of {base} is redirected ({outcome}): write the URL of the API itself into base_url, " +
		"or give in headers what a login or gateway in front of it asks for",
	webPage: "GET {path} of {base} gives a web page, not JSON ({outcome}): write the URL of the API itself into base_url, or " +
		"give in headers what a login or gateway in front of it asks for",
	gatewayPage: "{base} responds with an error page ({outcome}), as a gateway does where the deployment behind it is down: start " +
		"it, or correct base_url",
	notFound: "every list below {base} is not found (GET {path}: {outcome}): base_url is what stands before /api/v1, correct it in " +
		"the target file",
	throttled: "{base} rejects every request: too many requests ({outcome}): wait, or lower limits.requests_per_second in the target file",
	failing:   "every list of {base} fails ({outcome} to GET {path}): fix the deployment first",
	foreign:   "what listens at {base} does not look like this API (GET {path}: {outcome}): correct the port or the path in base_url",
	declined:  "every list of {base} is rejected ({outcome} to GET {path}): correct base_url, tokens and ids in the target file",
}

// advice says what the problem of a read means and what to do.
func (p *check) advice(t trouble, r *read) string {
	if t == webPage {
		r = p.unfollowed(r)
		t = troubleOf(r.e)
	}
	text, known := advice[t]
	switch to := p.redirect(r.e); {
	case !known:
		text = "GET {path} of {base} failed: {outcome}"
	case t == notFound && strings.HasSuffix(p.run.Target.BaseURL, "/api/v1"):
		text = "base_url ends with /api/v1, with which every path begins: leave that out of {base}"
	case to != nil && to.Scheme == "https" && strings.HasPrefix(p.run.Target.BaseURL, "http://"+to.Hostname()):
		text = "{base} is redirected to https://: begin base_url with that"
	}
	return strings.NewReplacer("{base}", p.base(), "{path}", p.run.Redact.Text(r.request.Path), "{outcome}", p.outcome(r),
		"{timeout}", time.Duration(p.run.Target.Limits.RequestTimeout).String()).Replace(text)
}

// unfollowed sends the request again without following a redirect, which may
// have led to a page.
func (p *check) unfollowed(r *read) *read {
	plain := *r
	plain.request.Allowed = false
	plain.e = p.run.Client.Ask(p.ctx, plain.request)
	if troubleOf(plain.e) != redirected {
		return r
	}
	return &plain
}

// redirect returns where a response redirects to; nil if it does not.
func (p *check) redirect(e *client.Exchange) *url.URL {
	if e.Err != nil || e.Status < 300 || e.Status > 399 || e.Header.Get("Location") == "" {
		return nil
	}
	base, err := url.Parse(e.Target)
	if err != nil {
		return nil
	}
	to, err := base.Parse(e.Header.Get("Location"))
	if err != nil {
		return nil
	}
	return to
}

func (p *check) base() string { return p.run.Redact.Text(p.run.Target.BaseURL) }

// longestOutcome limits the text about one read, largestShown how much of a
// body is read for it: much more than is shown, because secrets must not be
// cut.
const longestOutcome, largestShown = 200, 16 << 10

// outcomes returns the results of reads, once for each operation and result.
func (p *check) outcomes(reads []*read) string {
	var all []string
	for _, r := range reads {
		if text := fmt.Sprintf("%s: %s", r.operation.ID, p.outcome(r)); !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, ", ")
}

// outcome describes the result of a read. It names the place of a redirect
// without its query, which may contain secrets of a login.
func (p *check) outcome(r *read) string {
	text := r.e.Outcome()
	if r.e.Err != nil {
		text = strings.TrimPrefix(r.e.Err.Error(), "tls: failed to verify certificate: ")
	}
	if to := p.redirect(r.e); to != nil {
		text += " to " + (&url.URL{Scheme: to.Scheme, Host: to.Host, Path: to.Path}).String()
	}
	switch troubleOf(r.e) {
	case webPage:
		text += ", a web page"
	case foreign:
		body := p.run.Redact.Text(string(r.e.Body[:min(len(r.e.Body), largestShown)]))
		text += fmt.Sprintf(" and %.60q", body)
	case declined:
		if r.e.OK() {
			text += ", a rejection by its status"
		}
	}
	text = strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, p.run.Redact.Text(text))
	if len(text) > longestOutcome {
		text = strings.ToValidUTF8(text[:longestOutcome], "") + "…"
	}
	return text
}
