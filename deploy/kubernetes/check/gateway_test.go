package check

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gatewayv1a1 "github.com/envoyproxy/gateway/api/v1alpha1"
	lua "github.com/yuin/gopher-lua"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/runtime"
	gwapiv1 "sigs.k8s.io/gateway-api/apis/v1"
)

// envoyGateway returns the folder of Envoy Gateway's module.
func envoyGateway(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/envoyproxy/gateway").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// script is the Lua that names the sandbox of a request.
func script(t *testing.T, all []runtime.Object) string {
	t.Helper()
	return *the[*gatewayv1a1.EnvoyExtensionPolicy](t, all, "understudy").Spec.Lua[0].Inline
}

// Envoy Gateway runs a script once before it uses it, against objects that stand for
// Envoy's and without what is not safe.
func TestEnvoyGatewayAcceptsTheScript(t *testing.T) {
	folder := filepath.Join(envoyGateway(t), "internal", "gatewayapi", "luavalidator")
	accepted := func(script string) error {
		state := lua.NewState()
		defer state.Close()
		for _, name := range []string{"mocks.lua", "security.lua"} {
			if err := state.DoFile(filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
		return state.DoString(script + "\nenvoy_on_request(StreamHandle)")
	}
	text := script(t, build(t, "envoy-gateway"))
	if err := accepted(text); err != nil {
		t.Error(err)
	}
	for old, new := range map[string]string{"end": "", "request:headers()": "request:header()", "local path =": `local path = io.open("/etc/passwd") or`} {
		if accepted(strings.ReplaceAll(text, old, new)) == nil {
			t.Errorf("accepted with %q", new)
		}
	}
}

// sandboxOf runs the script for a path, and returns the header that it sets.
func sandboxOf(t *testing.T, script, path string) string {
	t.Helper()
	state := lua.NewState()
	defer state.Close()
	state.SetGlobal("path", lua.LString(path))
	if err := state.DoString(script + `
		local headers = {[":path"] = path, ["x-understudy-sandbox"] = "what the client sent"}
		function headers:get(name) return self[name] end
		function headers:replace(name, value) self[name] = value end
		envoy_on_request({headers = function() return headers end})
		return headers["x-understudy-sandbox"]`); err != nil {
		t.Fatal(err)
	}
	return state.Get(-1).String()
}

// match reports whether a match is for a request, as the Gateway API says it.
func match(m gwapiv1.HTTPRouteMatch, r *http.Request) bool {
	if m.Method != nil && string(*m.Method) != r.Method {
		return false
	}
	switch value := *m.Path.Value; *m.Path.Type {
	case gwapiv1.PathMatchExact:
		if r.URL.Path != value {
			return false
		}
	case gwapiv1.PathMatchPathPrefix:
		value = strings.TrimSuffix(value, "/")
		if r.URL.Path != value && !strings.HasPrefix(r.URL.Path, value+"/") {
			return false
		}
	default:
		panic("a match of the type " + *m.Path.Type)
	}
	for _, q := range m.QueryParams {
		value := r.URL.Query().Get(string(q.Name))
		if *q.Type == gwapiv1.QueryParamMatchExact && value != q.Value || !regexp.MustCompile("^(?:"+q.Value+")$").MatchString(value) {
			return false
		}
	}
	return true
}

// better compares two matches by the rules of the Gateway API.
func better(a, b gwapiv1.HTTPRouteMatch) int {
	isExact := func(m gwapiv1.HTTPRouteMatch) int {
		if *m.Path.Type == gwapiv1.PathMatchExact {
			return 1
		}
		return 0
	}
	hasMethod := func(m gwapiv1.HTTPRouteMatch) int {
		if m.Method != nil {
			return 1
		}
		return 0
	}
	return cmp.Or(isExact(b)-isExact(a), len(*b.Path.Value)-len(*a.Path.Value), hasMethod(b)-hasMethod(a), len(b.QueryParams)-len(a.QueryParams))
}

// ruleOf returns the rule of the route that a request takes.
func ruleOf(route *gwapiv1.HTTPRoute, r *http.Request) (name string) {
	var best *gwapiv1.HTTPRouteMatch
	for _, rule := range route.Spec.Rules {
		for _, m := range rule.Matches {
			if match(m, r) && (best == nil || better(m, *best) < 0) {
				best, name = &m, string(*rule.Name)
			}
		}
	}
	return name
}

func TestEnvoyGatewaySendsASandboxToOneFake(t *testing.T) {
	all := build(t, "envoy-gateway")
	route, text := the[*gwapiv1.HTTPRoute](t, all, "understudy"), script(t, all)
	for _, c := range fleetRequests {
		r := httptest.NewRequest(c.method, c.path, nil)
		got := ruleOf(route, r)
		switch got {
		case "sandbox":
			got = "sandboxes " + sandboxOf(t, text, c.path)
		case "create":
			got = "405"
		}
		if got != c.want {
			t.Errorf("%s %s goes to %s, want %s", c.method, c.path, got, c.want)
		}
	}
}

// What one manifest names is in another.
func TestTheManifestsForEnvoyGatewayFitTogether(t *testing.T) {
	all := build(t, "envoy-gateway")
	route := the[*gwapiv1.HTTPRoute](t, all, "understudy")
	services := map[string]int32{}
	for _, s := range of[*corev1.Service](all) {
		services[s.Name] = s.Spec.Ports[0].Port
	}
	for _, rule := range route.Spec.Rules {
		for _, to := range rule.BackendRefs {
			if services[string(to.Name)] != int32(*to.Port) {
				t.Errorf("the rule %s names the service %s, port %d", *rule.Name, to.Name, *to.Port)
			}
		}
		for _, f := range rule.Filters {
			if reply := the[*gatewayv1a1.HTTPRouteFilter](t, all, string(f.ExtensionRef.Name)).Spec.DirectResponse; *reply.StatusCode != http.StatusMethodNotAllowed {
				t.Errorf("a sandbox without a name in the path gets %d", *reply.StatusCode)
			}
		}
	}
	the[*gwapiv1.Gateway](t, all, string(route.Spec.ParentRefs[0].Name))
	traffic := the[*gatewayv1a1.BackendTrafficPolicy](t, all, "understudy").Spec
	extension := the[*gatewayv1a1.EnvoyExtensionPolicy](t, all, "understudy").Spec
	for _, target := range slices.Concat(traffic.TargetRefs, extension.TargetRefs) {
		if string(target.Kind) != "HTTPRoute" || string(target.Name) != route.Name {
			t.Errorf("a policy is for %s %s", target.Kind, target.Name)
		}
	}
	if header := traffic.LoadBalancer.ConsistentHash.Headers[0].Name; !strings.Contains(*extension.Lua[0].Inline, `replace("`+header+`"`) {
		t.Errorf("the hash is of %s, which the script does not set", header)
	}
	if path := traffic.HealthCheck.Active.HTTP.Path; path != "/_understudy/readyz" {
		t.Errorf("the fakes are asked for %s", path)
	}
	for _, w := range workloads(all) {
		if w.name != "understudy" {
			t.Errorf("%s still runs", w.name)
		}
	}
	// Requests come from the proxies of the gateway, which run in another namespace.
	if from := the[*networkingv1.NetworkPolicy](t, all, "understudy-fakes").Spec.Ingress[0].From; len(from) != 1 || from[0].NamespaceSelector == nil {
		t.Errorf("the policy of the fakes lets in %v", from)
	}
}

// read returns a file of Envoy Gateway's module.
func read(t *testing.T, path ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{envoyGateway(t)}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
