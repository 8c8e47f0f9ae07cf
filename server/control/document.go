package control

import (
	_ "embed"
	"net/http"
	"sync"

	"understudy/spec/yamlfile"
)

var documentRoutes = []route{
	{http.MethodGet, "openapi.yaml", documentInYAML},
	{http.MethodGet, "openapi.json", documentInJSON},
}

// document describes the control API. It is written by hand; a test holds it
// and the routes together.
//
//go:embed openapi.yaml
var document []byte

// documentJSON is made when first asked for: it takes 17 ms.
var documentJSON = sync.OnceValue(func() []byte {
	text, err := yamlfile.JSON(document)
	if err != nil {
		panic(err)
	}
	return text
})

func documentInYAML(*call) (reply, error) {
	return reply{http.StatusOK, raw{"application/yaml", document}}, nil
}

func documentInJSON(*call) (reply, error) {
	return reply{http.StatusOK, raw{"application/json", documentJSON()}}, nil
}
