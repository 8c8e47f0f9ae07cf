package sending

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/pattern"
	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// request builds a request of the writer's own.
func request(w *world.World, method, path string, body []byte) (client.Request, error) {
	f := remembered.For(w)
	r := client.Request{Method: method, Body: body, Header: world.OfScenario[next](w).header}
	if absolute(path) {
		r.URL = f.Text(path, nil)
	} else {
		before, query, _ := strings.Cut(path, "?")
		r.Path, r.Query = f.Text(before, url.PathEscape), f.Text(query, url.QueryEscape)
	}
	if err := f.Err(); err != nil {
		return r, err
	}
	if err := locate(w, &r); err != nil {
		return r, err
	}
	if err := mayBeSent(method, r.Path); err != nil {
		return r, err
	}
	if body != nil && r.Header.Get("Content-Type") == "" {
		r.ContentType = "application/json"
	}
	o, _ := operationAt(method, r.Path)
	r.Operation = o.ID
	kind, err := world.OfScenario[next](w).token.authorize(w, &r, o)
	r.Allowed = o.ID != "" && method == o.Method && kind == o.Token && isAllowed(r, kind)
	return r, err
}

// locate checks the URL of a request; of an absolute one it finds the path below base_url.
func locate(w *world.World, r *client.Request) error {
	if r.URL == "" {
		_, err := url.Parse(r.Path + "?" + r.Query)
		if err != nil || strings.ContainsAny(r.Path, " \t\n\r#") {
			return fmt.Errorf("the path %q is not that of a URL: write special characters as %%20", r.Path)
		}
		return nil
	}
	u, err := url.Parse(r.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return errors.New("the remembered value is no absolute URL of http or https: write a path that begins with /, with <name> in it")
	}
	if u.Query().Has("auth") && !w.Run.Target.OpenLinks && w.Run.Target.ControlURL == "" {
		return outcome.SkipFor("open_links: true", report.LeftOut, "the uri of a link is opened only with open_links: true")
	}
	if below, ok := strings.CutPrefix(r.URL, w.Run.Target.BaseURL); ok {
		r.Path, r.Query, _ = strings.Cut(below, "?")
	}
	return nil
}

// isAllowed reports whether the document allows a request as it is sent.
func isAllowed(r client.Request, kind spec.TokenKind) bool {
	header := http.Header{"Authorization": {"Bearer " + r.Token}}
	maps.Copy(header, r.Header)
	if r.ContentType != "" {
		header.Set("Content-Type", r.ContentType)
	}
	return len(contract.CheckRequest(contract.Request{Method: r.Method, Path: r.Path, RawQuery: r.Query, Header: header, Body: r.Body,
		Token: kind})) == 0
}

var wholly = pattern.Lazy(`^<[A-Za-z][A-Za-z0-9_-]*>$`)

// absolute reports whether a path is a remembered URL.
func absolute(path string) bool { return wholly().MatchString(path) }

// Instead names the step that may call an operation whose changes only it can restore.
var Instead = map[string]string{
	spec.UpdateDestination: "I rename the destination",
	spec.PublishConnector:  "a connector was published",
}

// mayBeSent reports why a request is not sent.
func mayBeSent(method, path string) error {
	if o, ok := operationAt(method, path); ok && Instead[o.ID] != "" {
		advice := ""
		if o.ID == spec.UpdateDestination {
			advice = fmt.Sprintf("; for a body that is rejected, use %q and then `I send it again with the body …`",
				"a successful "+o.ID+" request")
		}
		return fmt.Errorf("%s changes what is not the run's own, and only a built-in step can restore that: use the step %q%s", o.ID,
			Instead[o.ID], advice)
	}
	return nil
}

// operationAt finds the operation of a method and a path, which may have <names> in it.
func operationAt(method, path string) (spec.Operation, bool) {
	path, _, _ = strings.Cut(path, "?")
	for _, o := range spec.Operations {
		if (o.Method == method || method == http.MethodHead && o.Method == http.MethodGet) && o.IsAt(path) {
			return o, true
		}
	}
	return spec.Operation{}, false
}
