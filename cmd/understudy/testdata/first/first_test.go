package first

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

func TestTheNewestInvitationIsListed(t *testing.T) {
	base := cmp.Or(os.Getenv("FAKE_URL"), "http://127.0.0.1:8080")
	request, _ := http.NewRequest("GET", base+"/api/v1/invitations?per_page=1", nil)
	request.Header.Set("Authorization", "Bearer personal-token:EXAMPLEines0000000000031")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var list struct{ Data []any }
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil || response.StatusCode != 200 || len(list.Data) != 1 {
		t.Errorf("%s: %v, %v", response.Status, list, err)
	}
}
