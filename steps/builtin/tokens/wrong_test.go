package tokens

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/target"
)

func TestATokenThatIsMadeUpHasTheShapeOfTheRightOne(t *testing.T) {
	shape := func(token string) string {
		return strings.Map(func(c rune) rune {
			switch {
			case c >= '0' && c <= '9':
				return '0'
			case c >= 'a' && c <= 'z':
				return 'a'
			case c >= 'A' && c <= 'Z':
				return 'A'
			}
			return c
		}, token)
	}
	for _, right := range []string{"abc123def456", "secret-token:aB3_x9Yz=", "0000000000"} {
		got := Invented(right)
		if got == right || shape(got) != shape(right) || !strings.HasPrefix(got, scheme().FindString(right)) {
			t.Errorf("%q: %q", right, got)
		}
	}
}

func TestATokenThatIsAlmostRightIsNoneOfTheTargetFile(t *testing.T) {
	given := target.Tokens{Workspace: "abcd", Personal: "abc", OtherWorkspace: "ABCD", Revoked: "abcd0"}
	w := worldtest.On(t, target.Target{Tokens: given})
	var names []string
	for _, f := range AlmostRight(w, spec.ListDestinationObjects) {
		names = append(names, f.Name)
	}
	for name, want := range map[string]bool{"shortened": false, "lengthened": false, "in other case": false, "empty": true, "altered at its end": true} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s is sent: %v, of %q", name, !want, names)
		}
	}
}

func TestTheWritesTogetherGetEachPlaceOfAToken(t *testing.T) {
	var all, list []string
	for _, o := range spec.Operations {
		for _, f := range Elsewhere(o.ID) {
			if o.Method == http.MethodGet {
				list = append(list, f.Name)
			} else {
				all = append(all, f.Name)
			}
		}
	}
	for _, f := range slices.Concat(schemes, []Fault{outside, inBody}) {
		if !slices.Contains(all, f.Name) {
			t.Errorf("no write is sent with its token %s", f.Name)
		}
	}
	if slices.Contains(list, inBody.Name) {
		t.Error("a list is sent with its token in a body")
	}
}
