package faketarget

import (
	"strings"
	"testing"

	"understudy/server"
	"understudy/steps/target"
)

func TestTheTargetFileNamesAllTestData(t *testing.T) {
	fake, err := server.New(server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := target.Marshal(Of(fake, "http://127.0.0.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"destination_id", "objects_destination_id", "empty_destination_id", "source_id", "dataset_id",
		"topics_source_id", "empty_topics_source_id", "connector_service_name", "publishable_connector_service_name",
		"service_connection", "atomic_molecule", "operation_molecule", "connector", "redirect_uri", "other_workspace", "revoked"} {
		if !strings.Contains(string(text), "\n  "+key+":") {
			t.Errorf("it lacks %s", key)
		}
	}
	for _, line := range []string{"open_links: true", "allow_publish: true"} {
		if !strings.Contains(string(text), "\n"+line+"\n") {
			t.Errorf("it lacks %s", line)
		}
	}
}
