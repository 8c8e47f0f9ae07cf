package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The Dockerfile makes the same image where there is a container engine.
func TestTheDockerfileHasTheSameConfiguration(t *testing.T) {
	o := some(t.TempDir())
	image, err := o.imageOf("amd64", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	file, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../deploy/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	list := func(words []string) string { return `["` + strings.Join(words, `", "`) + `"]` }
	c := file.Config
	want := []string{"USER " + c.User, "ENTRYPOINT " + list(c.Entrypoint), "CMD " + list(c.Cmd), "EXPOSE 8080",
		fmt.Sprintf("HEALTHCHECK --interval=%s --timeout=%s CMD %s", c.Healthcheck.Interval, c.Healthcheck.Timeout, list(c.Healthcheck.Test[1:]))}
	for name, value := range c.Labels {
		if value == o.version {
			value = "$VERSION"
		}
		if strings.Contains(value, " ") {
			value = `"` + value + `"`
		}
		want = append(want, name+"="+value)
	}
	for _, line := range want {
		if !strings.Contains(string(text), line) {
			t.Errorf("the Dockerfile has no %s", line)
		}
	}
	if _, exposed := c.ExposedPorts["8080/tcp"]; !exposed || len(c.ExposedPorts) > 1 {
		t.Errorf("the image exposes %v", c.ExposedPorts)
	}
}
