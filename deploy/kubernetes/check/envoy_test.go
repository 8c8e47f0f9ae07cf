package check

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	bootstrapv3 "github.com/envoyproxy/go-control-plane/envoy/config/bootstrap/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"sigs.k8s.io/yaml"
)

// envoy reads the configuration of Envoy, all of it by the types of its API, and checks
// it by the rules of these.
func envoy(t *testing.T, text []byte) (*bootstrapv3.Bootstrap, []*routev3.Route, error) {
	t.Helper()
	asJSON, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, nil, err
	}
	var all bootstrapv3.Bootstrap
	if err := protojson.Unmarshal(asJSON, &all); err != nil {
		return nil, nil, err
	}
	if err := all.ValidateAll(); err != nil {
		return nil, nil, err
	}
	var manager hcmv3.HttpConnectionManager
	if err := all.StaticResources.Listeners[0].FilterChains[0].Filters[0].GetTypedConfig().UnmarshalTo(&manager); err != nil {
		return nil, nil, err
	}
	return &all, manager.GetRouteConfig().GetVirtualHosts()[0].GetRoutes(), manager.ValidateAll()
}

func envoyFile(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(deploy, "envoy", "envoy.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheConfigurationOfEnvoyIsOfItsAPI(t *testing.T) {
	text := string(envoyFile(t))
	if _, _, err := envoy(t, []byte(text)); err != nil {
		t.Error(err)
	}
	for old, new := range map[string]string{
		"lb_policy: RING_HASH":         "lb_policy: RING_HASHES",
		"stat_prefix: fleet":           "stat_prefixes: fleet",
		"stream_idle_timeout: 660s":    "stream_idle_timeout: 11m",
		`header_name: ":path"`:         `header_name: ""`,
		"healthy_threshold: 1":         "healthy_threshold: 1\n          timeout: 1s",
		"suppress_envoy_headers: true": "suppress_headers: true",
	} {
		if _, _, err := envoy(t, []byte(strings.Replace(text, old, new, 1))); err == nil || !strings.Contains(text, old) {
			t.Errorf("%s is accepted", new)
		}
	}
}

// matches reports whether a route is for a request, as Envoy decides it.
func matches(t *testing.T, m *routev3.RouteMatch, r *http.Request) bool {
	t.Helper()
	switch path := m.GetPathSpecifier().(type) {
	case *routev3.RouteMatch_Path:
		if r.URL.Path != path.Path {
			return false
		}
	case *routev3.RouteMatch_Prefix:
		if !strings.HasPrefix(r.URL.Path, path.Prefix) {
			return false
		}
	case *routev3.RouteMatch_SafeRegex:
		if !regexp.MustCompile(`^(?:` + path.SafeRegex.GetRegex() + `)$`).MatchString(r.URL.Path) {
			return false
		}
	default:
		t.Fatalf("a route matches by %T", path)
	}
	for _, h := range m.GetHeaders() {
		if h.GetName() != ":method" || r.Method != h.GetStringMatch().GetExact() {
			return false
		}
	}
	for _, q := range m.GetQueryParameters() {
		values, there := r.URL.Query()[q.GetName()]
		if !there || !q.GetPresentMatch() && values[0] != q.GetStringMatch().GetExact() {
			return false
		}
	}
	return true
}

// hashed is what Envoy hashes of a request.
func hashed(route *routev3.RouteAction, r *http.Request) string {
	rewrite := route.GetHashPolicy()[0].GetHeader().GetRegexRewrite()
	substitution := regexp.MustCompile(`\\(\d)`).ReplaceAllString(rewrite.GetSubstitution(), `$${$1}`)
	return regexp.MustCompile(rewrite.GetPattern().GetRegex()).ReplaceAllString(r.URL.RequestURI(), substitution)
}

// fleetRequests are requests with what they reach: the fake of a sandbox, the first fake,
// or none.
var fleetRequests = []struct{ method, path, want string }{
	{"GET", "/s/some/api/v1/invitations?per_page=3", "sandboxes some"},
	{"POST", "/s/some/api/v1/connectors", "sandboxes some"},
	{"GET", "/s/some?x=/s/y", "sandboxes some"},
	{"GET", "/s/default-1/api/v1/invitations", "sandboxes default-1"},
	{"GET", "/s/some/embed/segment?authorization=x", "sandboxes some"},
	{"GET", "/s/some/api/v1/invitations?sandbox=other", "sandboxes some"},
	{"PUT", "/_understudy/sandboxes/some", "sandboxes some"},
	{"GET", "/_understudy/sandboxes/some?sandbox=other", "sandboxes some"},
	{"POST", "/_understudy/sandboxes/some/restore", "sandboxes some"},
	{"GET", "/_understudy/clock?sandbox=some", "sandboxes some"},
	{"GET", "/_understudy/journal/stream?after=1&sandbox=some&limit=3", "sandboxes some"},
	{"GET", "/_understudy/journal?text=mysandbox%3Da&sandbox=some", "sandboxes some"},
	{"GET", "/api/v1/invitations?sandbox=some", "default"},
	{"GET", "/s/default/api/v1/invitations", "default"},
	{"GET", "/_understudy/sandboxes/default", "default"},
	{"GET", "/_understudy/clock?sandbox=default", "default"},
	{"GET", "/_understudy/sandboxes", "default"},
	{"GET", "/_understudy/clock", "default"},
	{"POST", "/_understudy/sandboxes", "405"},
}

func TestEnvoySendsASandboxToOneFake(t *testing.T) {
	_, routes, err := envoy(t, envoyFile(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range fleetRequests {
		r := httptest.NewRequest(c.method, c.path, nil)
		i := slices.IndexFunc(routes, func(route *routev3.Route) bool { return matches(t, route.GetMatch(), r) })
		if i < 0 {
			t.Errorf("%s %s has no route", c.method, c.path)
			continue
		}
		got := routes[i].GetRoute().GetCluster()
		switch {
		case routes[i].GetDirectResponse() != nil:
			got = http.StatusText(int(routes[i].GetDirectResponse().GetStatus()))
		case len(routes[i].GetRoute().GetHashPolicy()) > 0:
			got += " " + hashed(routes[i].GetRoute(), r)
		}
		if c.want == "405" {
			c.want = http.StatusText(http.StatusMethodNotAllowed)
		}
		if got != c.want {
			t.Errorf("%s %s goes to %s, want %s", c.method, c.path, got, c.want)
		}
	}
}

// Both clusters know the same fakes, and the default one only the first.
func TestEnvoyKnowsTheFakes(t *testing.T) {
	all, _, err := envoy(t, envoyFile(t))
	if err != nil {
		t.Fatal(err)
	}
	fakes := map[string][]string{}
	for _, c := range all.GetStaticResources().GetClusters() {
		for _, e := range c.GetLoadAssignment().GetEndpoints()[0].GetLbEndpoints() {
			at := e.GetEndpoint().GetAddress().GetSocketAddress()
			fakes[c.GetName()] = append(fakes[c.GetName()], (&url.URL{Host: at.GetAddress()}).Hostname())
		}
		if c.GetHealthChecks()[0].GetHttpHealthCheck().GetPath() != "/_understudy/readyz" {
			t.Errorf("the fakes of %s are not checked", c.GetName())
		}
	}
	if !slices.Equal(fakes["sandboxes"], []string{"fake-1", "fake-2", "fake-3", "fake-4"}) || !slices.Equal(fakes["default"], []string{"fake-1"}) {
		t.Errorf("they are %v", fakes)
	}
}
