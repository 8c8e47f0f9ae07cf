package check

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// isTrue reports whether an optional bool is set and true.
func isTrue(b *bool) bool { return b != nil && *b }

// What the manifests promise beyond the Pod Security Standard.
func TestEachPodIsConfined(t *testing.T) {
	for _, w := range workloads(everything(t)) {
		spec := w.template.Spec
		if spec.SecurityContext.RunAsUser == nil || *spec.SecurityContext.RunAsUser != 65532 {
			t.Errorf("the pods of %s run as another user", w.name)
		}
		if spec.AutomountServiceAccountToken == nil || *spec.AutomountServiceAccountToken {
			t.Errorf("the pods of %s get a token of the cluster", w.name)
		}
		for _, c := range slices.Concat(spec.InitContainers, spec.Containers) {
			if !isTrue(c.SecurityContext.ReadOnlyRootFilesystem) {
				t.Errorf("the container %s of %s can write to its image", c.Name, w.name)
			}
			if c.Resources.Requests.Cpu().IsZero() || c.Resources.Requests.Memory().IsZero() || c.Resources.Limits.Memory().IsZero() {
				t.Errorf("the container %s of %s has the resources %+v", c.Name, w.name, c.Resources)
			}
		}
	}
}

// references are what a container needs: "secret NAME", "secret NAME KEY" and so on.
func references(c corev1.Container) (all []string) {
	for _, from := range c.EnvFrom {
		if from.SecretRef != nil {
			all = append(all, "secret "+from.SecretRef.Name)
		}
	}
	for _, e := range c.Env {
		if from := e.ValueFrom; from != nil && from.SecretKeyRef != nil && !isTrue(from.SecretKeyRef.Optional) {
			all = append(all, "secret "+from.SecretKeyRef.Name+" "+from.SecretKeyRef.Key)
		}
	}
	for _, m := range c.VolumeMounts {
		all = append(all, "volume "+m.Name)
	}
	return all
}

func TestEachReferenceIsMet(t *testing.T) {
	all := everything(t)
	there := map[string]bool{}
	for _, s := range of[*corev1.Secret](all) {
		there["secret "+s.Name] = true
		for key := range s.Data {
			there["secret "+s.Name+" "+key] = true
		}
	}
	for _, c := range of[*corev1.ConfigMap](all) {
		there["configuration "+c.Name] = true
	}
	for _, c := range of[*corev1.PersistentVolumeClaim](all) {
		there["claim "+c.Name] = true
	}
	checked := 0
	for _, w := range workloads(all) {
		volumes := maps.Clone(there)
		for _, claim := range w.claims {
			volumes["volume "+claim] = true
		}
		var needed []string
		for _, v := range w.template.Spec.Volumes {
			volumes["volume "+v.Name] = true
			switch {
			case v.ConfigMap != nil:
				needed = append(needed, "configuration "+v.ConfigMap.Name)
			case v.PersistentVolumeClaim != nil:
				needed = append(needed, "claim "+v.PersistentVolumeClaim.ClaimName)
			}
		}
		for _, c := range w.template.Spec.Containers {
			needed = append(needed, references(c)...)
			for _, p := range []*corev1.Probe{c.StartupProbe, c.LivenessProbe, c.ReadinessProbe} {
				if p != nil && p.HTTPGet != nil && !slices.ContainsFunc(c.Ports, func(port corev1.ContainerPort) bool { return port.Name == p.HTTPGet.Port.StrVal }) {
					t.Errorf("a probe of %s asks the port %s", w.name, p.HTTPGet.Port.StrVal)
				}
			}
		}
		for _, name := range needed {
			if checked++; !volumes[name] {
				t.Errorf("%s needs the %s, which is not there", w.name, name)
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d references were found", checked)
	}
	for _, m := range of[*monitoringv1.ServiceMonitor](all) {
		for _, e := range m.Spec.Endpoints {
			if token := e.Authorization.Credentials; !there["secret "+token.Name+" "+token.Key] {
				t.Errorf("the monitor %s needs the secret %s %s, which is not there", m.Name, token.Name, token.Key)
			}
		}
	}
}

// picks reports whether a selector picks pods with some labels; an empty one does not
// count.
func picks(t *testing.T, s *metav1.LabelSelector, pod map[string]string) bool {
	t.Helper()
	selector, err := metav1.LabelSelectorAsSelector(s)
	if err != nil {
		t.Fatal(err)
	}
	return !selector.Empty() && selector.Matches(labels.Set(pod))
}

func TestEachSelectorPicksOneWorkload(t *testing.T) {
	all := build(t, "example")
	pods := workloads(all)
	of1 := func(what string, s *metav1.LabelSelector) {
		t.Helper()
		picked := 0
		for _, w := range pods {
			if picks(t, s, w.template.Labels) {
				picked++
			}
		}
		if picked != 1 {
			t.Errorf("%s picks %d workloads", what, picked)
		}
	}
	for _, s := range of[*corev1.Service](all) {
		of1("the service "+s.Name, &metav1.LabelSelector{MatchLabels: s.Spec.Selector})
	}
	for _, p := range of[*policyv1.PodDisruptionBudget](all) {
		of1("the budget "+p.Name, p.Spec.Selector)
	}
	for _, s := range of[*appsv1.StatefulSet](all) {
		of1("the set "+s.Name, s.Spec.Selector)
	}
	for _, d := range of[*appsv1.Deployment](all) {
		of1("the deployment "+d.Name, d.Spec.Selector)
	}
	for _, p := range of[*networkingv1.NetworkPolicy](all) {
		of1("the policy "+p.Name, &p.Spec.PodSelector)
		for _, in := range p.Spec.Ingress {
			for _, from := range in.From {
				if from.PodSelector != nil {
					of1("what the policy "+p.Name+" lets in", from.PodSelector)
				}
			}
		}
		for _, out := range p.Spec.Egress {
			for _, to := range out.To {
				if to.PodSelector != nil {
					of1("what the policy "+p.Name+" lets out to", to.PodSelector)
				}
			}
		}
	}
}

func TestTheMonitorFindsTheFakes(t *testing.T) {
	all := build(t, "example")
	m := the[*monitoringv1.ServiceMonitor](t, all, "understudy")
	var found []string
	for _, s := range of[*corev1.Service](all) {
		if picks(t, &m.Spec.Selector, s.Labels) && s.Spec.Ports[0].Name == m.Spec.Endpoints[0].Port {
			found = append(found, s.Name)
		}
	}
	if !slices.Equal(found, []string{"understudy-fakes"}) || m.Spec.Endpoints[0].Path != "/_understudy/metrics" {
		t.Errorf("it asks the services %v for %s", found, m.Spec.Endpoints[0].Path)
	}
}

// The load balancer has a server for each fake, with its full name.
func TestTheBalancerNamesEachFake(t *testing.T) {
	all := build(t, "example")
	fakes := the[*appsv1.StatefulSet](t, all, "understudy")
	service := the[*corev1.Service](t, all, fakes.Spec.ServiceName)
	var want, servers []string
	for i := range int(*fakes.Spec.Replicas) {
		want = append(want, fmt.Sprintf("FAKE_%d=%s-%d.%s.$(NAMESPACE).svc.cluster.local:%d", i+1, fakes.Name, i, service.Name, service.Spec.Ports[0].Port))
		servers = append(servers, fmt.Sprintf(`server fake-%d "${FAKE_%d}" id %d`, i+1, i+1, i+1))
	}
	var got []string
	namespace := false
	for _, e := range the[*appsv1.Deployment](t, all, "understudy-balancer").Spec.Template.Spec.Containers[0].Env {
		namespace = namespace || e.Name == "NAMESPACE" && e.ValueFrom.FieldRef.FieldPath == "metadata.namespace"
		if strings.HasPrefix(e.Name, "FAKE_") {
			if got = append(got, e.Name+"="+e.Value); !namespace {
				t.Errorf("%s comes before NAMESPACE, so that it is not expanded", e.Name)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("it has %q, want %q", got, want)
	}
	text, err := os.ReadFile(filepath.Join(deploy, "haproxy", "haproxy.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	_, backend, _ := strings.Cut(string(text), "\nbackend sandboxes\n")
	backend, _, _ = strings.Cut(backend, "\nbackend default\n")
	if got := regexp.MustCompile(`server fake.*`).FindAllString(backend, -1); !slices.Equal(got, servers) {
		t.Errorf("haproxy.cfg has %q, want %q", got, servers)
	}
}

// Each part of a run has an index of the Job, and merge reads the report of each.
func TestThePartsOfARunAreAllOfIt(t *testing.T) {
	all := everything(t)
	verify, merge := the[*batchv1.Job](t, all, "understudy-verify"), the[*batchv1.Job](t, all, "understudy-merge")
	n := int(*verify.Spec.Completions)
	args := strings.Join(verify.Spec.Template.Spec.Containers[0].Args, " ")
	if *verify.Spec.CompletionMode != batchv1.IndexedCompletion || !strings.Contains(args, fmt.Sprintf("--shard $(JOB_COMPLETION_INDEX)/%d ", n)) {
		t.Errorf("%d parts run with %s", n, args)
	}
	reports := regexp.MustCompile(`/reports/\d+\.json`).FindAllString(strings.Join(merge.Spec.Template.Spec.Containers[0].Args, " "), -1)
	for i := range n {
		report := fmt.Sprintf("/reports/%d.json", i)
		if !strings.Contains(args, strings.ReplaceAll(report, fmt.Sprint(i), "$(JOB_COMPLETION_INDEX)")) || len(reports) != n || reports[i] != report {
			t.Errorf("%s, but merge reads %v", args, reports)
		}
	}
}

// A verdict is final: only what could not verify is tried again.
func TestAVerdictIsNotRetried(t *testing.T) {
	all := everything(t)
	verify, merge := the[*batchv1.Job](t, all, "understudy-verify"), the[*batchv1.Job](t, all, "understudy-merge")
	for code, want := range map[int32]bool{1: true, 2: false, 3: true} {
		final := slices.ContainsFunc(verify.Spec.PodFailurePolicy.Rules, func(r batchv1.PodFailurePolicyRule) bool {
			return r.Action == batchv1.PodFailurePolicyActionFailIndex && r.OnExitCodes != nil && *r.OnExitCodes.ContainerName == verify.Spec.Template.Spec.Containers[0].Name &&
				r.OnExitCodes.Operator == batchv1.PodFailurePolicyOnExitCodesOpIn && slices.Contains(r.OnExitCodes.Values, code)
		})
		if final != want {
			t.Errorf("exit code %d ends the part: %v", code, final)
		}
	}
	if verify.Spec.BackoffLimitPerIndex == nil || *merge.Spec.BackoffLimit != 0 {
		t.Error("how often a part is tried is left to the cluster")
	}
}
