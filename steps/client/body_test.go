package client

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestAValueIsFoundAsGjsonFindsIt(t *testing.T) {
	bodies := []string{
		` {"status": "success" , "data" :[{"id":1},{"id":2}],"pagination":{"page": 1, "a.b": 2}}` + "\n",
		`{"data":{"data":null},"data":{"data":2},"d\u0061ta":3,"":{"":1}}`,
		"\t[{\"data\":1}]", `"data"`, `null`, `{}`, `{"data":tru`, ``,
	}
	paths := []string{"status", "data", "data.#", "data.0.id", "data.#.id", "data.data", "pagination.page", `pagination.a\.b`, "pagination.none", "none", "d*", "@this", "#", "0.data"}
	for _, body := range bodies {
		e := &Exchange{Body: []byte(body)}
		for _, path := range paths {
			var want gjson.Result
			if gjson.Valid(body) {
				want = gjson.Get(body, path)
			}
			if got := e.Get(path); got.Raw != want.Raw || got.Type != want.Type || got.String() != want.String() {
				t.Errorf("%q of %s: %s, not %s", path, body, got.Raw, want.Raw)
			}
		}
	}
}
