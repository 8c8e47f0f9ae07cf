package serving

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestAMutantBreaksItsPromise(t *testing.T) {
	for mutant, want := range map[string]int{"": 1, "page-zero-is-two": 2} {
		fake := start(t, func(o *Options) { o.Mutant = mutant })
		request, err := http.NewRequestWithContext(t.Context(), "GET", fake.line("base URL")+"/api/v1/invitations?page=0", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+fake.line("personal token"))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		var list struct{ Pagination struct{ Page int } }
		if err := json.NewDecoder(response.Body).Decode(&list); err != nil || list.Pagination.Page != want {
			t.Errorf("with the mutant %q page 0 is shown as %d, want %d: %v", mutant, list.Pagination.Page, want, err)
		}
		response.Body.Close()
		log, err := fake.stop()
		if broken := strings.Contains(log, "broken on purpose by --mutant page-zero-is-two, against the promise page-zero-is-one: "); err != nil || broken != (mutant != "") {
			t.Errorf("the log says %s: %v", log, err)
		}
	}
}

func TestAnUnknownMutantIsRejected(t *testing.T) {
	o := Default()
	o.Addr, o.Mutant = "127.0.0.1:0", "page-zero-is-tow"
	err := Run(t.Context(), o, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), `did you mean "page-zero-is-two"?`) {
		t.Errorf("the error is %v", err)
	}
}
