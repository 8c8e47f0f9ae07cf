package check

import (
	"encoding/json"
	"path"
	"strings"
	"testing"

	gatewayv1a1 "github.com/envoyproxy/gateway/api/v1alpha1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	gwapiv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"
)

// schemas are those of the custom resources of Envoy Gateway and of the Gateway API, by
// their kinds, from the files that install them.
func schemas(t *testing.T) map[string]*apiextensionsv1.CustomResourceDefinition {
	t.Helper()
	all := map[string]*apiextensionsv1.CustomResourceDefinition{}
	folder := "charts/gateway-helm/charts/crds/crds"
	for _, name := range []string{
		"gatewayapi-crds.yaml", "generated/gateway.envoyproxy.io_backendtrafficpolicies.yaml",
		"generated/gateway.envoyproxy.io_envoyextensionpolicies.yaml", "generated/gateway.envoyproxy.io_httproutefilters.yaml",
	} {
		for _, document := range strings.Split(string(read(t, path.Join(folder, name))), "\n---") {
			crd := &apiextensionsv1.CustomResourceDefinition{}
			if err := yaml.Unmarshal([]byte(document), crd); err != nil {
				t.Fatal(err)
			}
			all[crd.Spec.Names.Kind] = crd
		}
	}
	return all
}

// rejections returns what the API server rejects in an object of a custom resource: by
// its schema, and by the rules in it.
func rejections(t *testing.T, crd *apiextensionsv1.CustomResourceDefinition, object runtime.Object) field.ErrorList {
	t.Helper()
	version := object.GetObjectKind().GroupVersionKind().Version
	var schema *apiextensions.JSONSchemaProps
	for _, v := range crd.Spec.Versions {
		if v.Name == version {
			schema = &apiextensions.JSONSchemaProps{}
			if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(v.Schema.OpenAPIV3Schema, schema, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if schema == nil {
		t.Fatalf("%s has no version %s", crd.Name, version)
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	var value map[string]any
	if err := utiljson.Unmarshal(text, &value); err != nil { // whole numbers are integers in rules
		t.Fatal(err)
	}
	delete(value, "status") // the controller writes it
	structural, err := structuralschema.NewStructural(schema)
	if err != nil {
		t.Fatal(err)
	}
	defaulting.Default(value, structural)
	validator, _, err := validation.NewSchemaValidator(schema)
	if err != nil {
		t.Fatal(err)
	}
	errs := validation.ValidateCustomResource(nil, value, validator)
	rules, _ := cel.NewValidator(structural, true, celconfig.PerCallLimit).Validate(t.Context(), nil, structural, value, nil, celconfig.RuntimeCELCostBudget)
	return append(errs, rules...)
}

func TestTheAPIServerAcceptsEachManifestOfTheGateway(t *testing.T) {
	defined := schemas(t)
	checked := 0
	for _, object := range build(t, "envoy-gateway") {
		if crd := defined[object.GetObjectKind().GroupVersionKind().Kind]; crd != nil {
			checked++
			if errs := rejections(t, crd, object); len(errs) > 0 {
				t.Errorf("%T: %v", object, errs.ToAggregate())
			}
		} else if !strings.Contains(object.GetObjectKind().GroupVersionKind().Group, "monitoring") {
			if errs := validate(t, object); len(errs) > 0 {
				t.Errorf("%T: %v", object, errs.ToAggregate())
			}
		}
	}
	if checked != 5 {
		t.Errorf("%d custom resources were checked", checked)
	}
}

func TestTheAPIServerRejectsWrongManifestsOfTheGateway(t *testing.T) {
	defined, all := schemas(t), build(t, "envoy-gateway")
	rejects := func(rule string, object runtime.Object) {
		t.Helper()
		if len(rejections(t, defined[object.GetObjectKind().GroupVersionKind().Kind], object)) == 0 {
			t.Errorf("%s: accepted", rule)
		}
	}
	traffic := the[*gatewayv1a1.BackendTrafficPolicy](t, all, "understudy")
	traffic.Spec.LoadBalancer.ConsistentHash.Headers = nil
	rejects("a hash of no header", traffic)
	extension := the[*gatewayv1a1.EnvoyExtensionPolicy](t, all, "understudy")
	extension.Spec.Lua[0].Inline = nil
	rejects("no script", extension)
	route := the[*gwapiv1.HTTPRoute](t, all, "understudy")
	*route.Spec.Rules[1].Matches[0].Path.Value = "s/default"
	rejects("a prefix without a slash", route)
	gateway := the[*gwapiv1.Gateway](t, all, "understudy")
	gateway.Spec.Listeners[0].Port = 0
	rejects("a listener without a port", gateway)
}
