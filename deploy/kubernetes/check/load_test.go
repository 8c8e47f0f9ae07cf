// Package check holds tests of the files for Kubernetes and Envoy, against the types of
// their APIs. It is a module of its own, so that the program does not depend on these.
package check

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gatewayv1a1 "github.com/envoyproxy/gateway/api/v1alpha1"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/yaml"
	gwapiv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const deploy = "../.."

// written are the files that a user writes before a kustomization can be built.
var written = map[string]string{
	"kubernetes/example/control-token": "a-token-of-the-test",
	"kubernetes/verify/target.env":     "BASE_URL=http://understudy:8080\nWORKSPACE_TOKEN=w\nPERSONAL_TOKEN=p\n",
}

// scheme has the types of all APIs that the manifests use.
func scheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	s := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, appsv1.AddToScheme, batchv1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme, monitoringv1.AddToScheme,
		gwapiv1.Install, gatewayv1a1.AddToScheme,
	} {
		if err := add(s); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// decode reads manifests. A field that the API does not have, or one that is there
// twice, is an error.
func decode(t *testing.T, manifests []byte) (all []runtime.Object, err error) {
	t.Helper()
	s := scheme(t)
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, s, s, json.SerializerOptions{Yaml: true, Strict: true})
	documents := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(manifests)))
	defer documents.Close()
	for {
		document := make([]byte, 1<<20)
		n, err := documents.Read(document)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		object, _, err := strict.Decode(document[:n], nil, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, object)
	}
}

// build builds a kustomization below deploy/, as kubectl does, and decodes the result.
func build(t *testing.T, name string) []runtime.Object {
	t.Helper()
	folder := t.TempDir()
	for _, part := range []string{"haproxy", "kubernetes"} {
		if err := os.CopyFS(filepath.Join(folder, part), os.DirFS(filepath.Join(deploy, part))); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range written {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), filepath.Join(folder, "kubernetes", name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	manifests, err := built.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	all, err := decode(t, manifests)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return all
}

// of returns the objects of a type.
func of[T runtime.Object](all []runtime.Object) (some []T) {
	for _, object := range all {
		if o, ok := object.(T); ok {
			some = append(some, o)
		}
	}
	return some
}

// the returns the only object of a type with a name.
func the[T interface {
	runtime.Object
	metav1.Object
}](t *testing.T, all []runtime.Object, name string) T {
	t.Helper()
	for _, o := range of[T](all) {
		if o.GetName() == name {
			return o
		}
	}
	t.Fatalf("there is no %T %s", *new(T), name)
	panic("unreachable")
}

// workload is what starts pods.
type workload struct {
	name     string
	template corev1.PodTemplateSpec
	// claims are the names of volumes that each pod gets of its own.
	claims []string
}

func workloads(all []runtime.Object) (some []workload) {
	for _, object := range all {
		switch o := object.(type) {
		case *appsv1.StatefulSet:
			w := workload{name: o.Name, template: o.Spec.Template}
			for _, claim := range o.Spec.VolumeClaimTemplates {
				w.claims = append(w.claims, claim.Name)
			}
			some = append(some, w)
		case *appsv1.Deployment:
			some = append(some, workload{name: o.Name, template: o.Spec.Template})
		case *batchv1.Job:
			some = append(some, workload{name: o.Name, template: o.Spec.Template})
		}
	}
	return some
}

// everything is what all kustomizations make.
func everything(t *testing.T) (all []runtime.Object) {
	t.Helper()
	for _, name := range []string{"example", "verify", "merge"} {
		all = append(all, build(t, name)...)
	}
	return all
}

// notManifests are files that kustomize or verify reads.
var notManifests = []string{"kustomization.yaml", "name-references.yaml", "target.yaml"}

func TestEachFileIsOfItsAPI(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(deploy, "kubernetes", "*", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	objects := 0
	for _, file := range files {
		if slices.Contains(notManifests, filepath.Base(file)) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all, err := decode(t, text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		objects += len(all)
	}
	if objects < 14 {
		t.Errorf("there are only %d objects", objects)
	}
}

func TestAnUnknownOrRepeatedFieldIsRejected(t *testing.T) {
	file, err := os.ReadFile(filepath.Join(deploy, "kubernetes", "base", "fakes.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for old, new := range map[string]string{
		"runAsNonRoot: true": "runAsNoRoot: true",
		"replicas: 4":        "replicas: 4\n  replicas: 5",
		"kind: StatefulSet":  "kind: StatefulSets",
	} {
		if _, err := decode(t, bytes.Replace(file, []byte(old), []byte(new), 1)); err == nil || !strings.Contains(string(file), old) {
			t.Errorf("%s is accepted", new)
		}
	}
}
