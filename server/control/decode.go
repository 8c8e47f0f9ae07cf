package control

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"reflect"

	"understudy/fixtures"
)

// seeDocument says where the calls and their bodies are described.
const seeDocument = ": see GET /_understudy/openapi.yaml"

// decode reads a body strictly: an unknown member is an error. Errors name the member.
func decode[T any](body []byte) (in T, err error) {
	if len(bytes.TrimSpace(body)) == 0 {
		if members := fixtures.Members(reflect.TypeFor[T]()); members != "" {
			return in, fmt.Errorf("the body is empty: send a JSON object with %s%s", members, seeDocument)
		}
		return in, errors.New("the body is empty: send a JSON object" + seeDocument)
	}
	if err = fixtures.Decode("the body", body, &in); err != nil {
		return in, fmt.Errorf("%w%s", err, seeDocument)
	}
	return in, nil
}

// checkNoBody rejects the members of a body that a call takes none of: they would have
// no effect. Without members a body says nothing, and clients that always send one work.
func (r route) checkNoBody(body []byte) error {
	if len(bytes.TrimSpace(body)) == 0 || r.method == http.MethodGet || r.has(hasBody) {
		return nil
	}
	if err := fixtures.Decode("the body", body, &struct{}{}); err != nil {
		return fmt.Errorf("%w: %s takes no body%s", err, r.path, seeDocument)
	}
	return nil
}

// member puts the name of a member before what is wrong with it.
func member(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
