package check

import (
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/apps"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/batch"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	batchvalidation "k8s.io/kubernetes/pkg/apis/batch/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/networking"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	networkingvalidation "k8s.io/kubernetes/pkg/apis/networking/validation"
	"k8s.io/kubernetes/pkg/apis/policy"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	policyvalidation "k8s.io/kubernetes/pkg/apis/policy/validation"
	psa "k8s.io/pod-security-admission/api"
	psapolicy "k8s.io/pod-security-admission/policy"

	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
)

// validate returns what the API server of Kubernetes rejects in a manifest: it sets the
// defaults of the API, and what the server itself sets.
func validate(t *testing.T, object runtime.Object) field.ErrorList {
	t.Helper()
	object = object.DeepCopyObject()
	legacyscheme.Scheme.Default(object)
	internal, err := legacyscheme.Scheme.ConvertToVersion(object, runtime.InternalGroupVersioner)
	if err != nil {
		t.Fatal(err)
	}
	switch o := internal.(type) {
	case *apps.StatefulSet:
		return appsvalidation.ValidateStatefulSet(o, appsvalidation.StatefulSetValidationOptions{}, corevalidation.PodValidationOptions{})
	case *apps.Deployment:
		return appsvalidation.ValidateDeployment(o, corevalidation.PodValidationOptions{})
	case *batch.Job:
		o.Spec.ManualSelector, o.Spec.Selector = new(true), &metav1.LabelSelector{MatchLabels: o.Spec.Template.Labels}
		return batchvalidation.ValidateJobSpec(&o.Spec, nil, field.NewPath("spec"), corevalidation.PodValidationOptions{})
	case *core.Service:
		if o.Spec.ClusterIP == core.ClusterIPNone {
			o.Spec.ClusterIPs = []string{core.ClusterIPNone}
		}
		return corevalidation.ValidateServiceCreate(o)
	case *core.PersistentVolumeClaim:
		return corevalidation.ValidatePersistentVolumeClaim(o, corevalidation.PersistentVolumeClaimSpecValidationOptions{})
	case *core.ConfigMap:
		return corevalidation.ValidateConfigMap(o)
	case *core.Secret:
		return corevalidation.ValidateSecret(o)
	case *core.Namespace:
		return corevalidation.ValidateNamespace(o)
	case *networking.NetworkPolicy:
		return networkingvalidation.ValidateNetworkPolicy(o, networkingvalidation.NetworkPolicyValidationOptions{})
	case *policy.PodDisruptionBudget:
		return policyvalidation.ValidatePodDisruptionBudget(o, policyvalidation.PodDisruptionBudgetValidationOptions{})
	}
	t.Fatalf("%T is not validated", internal)
	panic("unreachable")
}

func TestTheAPIServerAcceptsEachManifest(t *testing.T) {
	for _, object := range everything(t) {
		if _, ok := object.(*monitoringv1.ServiceMonitor); ok {
			continue // its rules are in the operator's own schema
		}
		if errs := validate(t, object); len(errs) > 0 {
			t.Errorf("%T: %v", object, errs.ToAggregate())
		}
	}
}

func TestTheAPIServerRejectsWrongManifests(t *testing.T) {
	for rule, change := range map[string]func(*batchv1.Job){
		"a policy for failures with containers that are restarted": func(j *batchv1.Job) { j.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure },
		"an end of one index without a limit for each":             func(j *batchv1.Job) { j.Spec.BackoffLimitPerIndex = nil },
		"a policy for a container that is not there":               func(j *batchv1.Job) { j.Spec.PodFailurePolicy.Rules[0].OnExitCodes.ContainerName = new("other") },
	} {
		j := the[*batchv1.Job](t, everything(t), "understudy-verify")
		if change(j); len(validate(t, j)) == 0 {
			t.Errorf("%s: accepted", rule)
		}
	}
}

// forbidden is what the Pod Security Standard restricted forbids of the pods of a workload.
func forbidden(t *testing.T, w workload) (all []string) {
	t.Helper()
	evaluator, err := psapolicy.NewEvaluator(psapolicy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range evaluator.EvaluatePod(psa.LevelVersion{Level: psa.LevelRestricted, Version: psa.LatestVersion()}, &w.template.ObjectMeta, &w.template.Spec) {
		if !result.Allowed {
			all = append(all, result.ForbiddenReason+": "+result.ForbiddenDetail)
		}
	}
	return all
}

// Each pod fits the standard that the namespace of the example enforces.
func TestEachPodIsRestricted(t *testing.T) {
	all := everything(t)
	if level := the[*corev1.Namespace](t, all, "understudy").Labels[psa.EnforceLevelLabel]; level != string(psa.LevelRestricted) {
		t.Errorf("the namespace enforces %q", level)
	}
	for _, w := range workloads(all) {
		if reasons := forbidden(t, w); len(reasons) > 0 {
			t.Errorf("%s: %q", w.name, reasons)
		}
		w.template.Spec.SecurityContext.SeccompProfile = nil
		if len(forbidden(t, w)) == 0 {
			t.Errorf("%s is accepted without a seccomp profile", w.name)
		}
	}
}
