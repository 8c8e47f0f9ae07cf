package control

import (
	_ "embed"
	"net/http"
	"sync"

	"understudy/spec"
	"understudy/spec/yamlfile"
)

var documentRoutes = []route{
	{http.MethodGet, "openapi.yaml", documentInYAML, plain},
	{http.MethodGet, "openapi.json", documentInJSON, plain},
	{http.MethodGet, "api.yaml", apiInYAML, plain},
	{http.MethodGet, "api.json", apiInJSON, plain},
	{http.MethodGet, "metrics", metrics, plain},
}

// document describes the control API. It is written by hand; a test compares it with
// the routes.
//
//go:embed openapi.yaml
var document []byte

// documentJSON is made when first asked for: it takes 17 ms.
var documentJSON = sync.OnceValue(func() []byte { return inJSON(document) })

// apiJSON is the contract of the API that the fake serves, made when first asked for.
var apiJSON = sync.OnceValue(func() []byte { return inJSON(spec.OpenAPI) })

// inJSON converts an embedded document to JSON.
func inJSON(document []byte) []byte {
	text, _, err := yamlfile.JSON(document)
	if err != nil {
		panic(err)
	}
	return text
}

// metrics responds in the format that the header Accept asks for: Prometheus' text
// format by default.
func metrics(c *call) (reply, error) {
	return reply{http.StatusOK, streamed(c.control.Metrics.ServeHTTP)}, nil
}

func documentInYAML(*call) (reply, error) {
	return reply{http.StatusOK, raw{"application/yaml", document}}, nil
}

func documentInJSON(*call) (reply, error) {
	return reply{http.StatusOK, raw{"application/json", documentJSON()}}, nil
}

func apiInYAML(*call) (reply, error) {
	return reply{http.StatusOK, raw{"application/yaml", spec.OpenAPI}}, nil
}

func apiInJSON(*call) (reply, error) {
	return reply{http.StatusOK, raw{"application/json", apiJSON()}}, nil
}
