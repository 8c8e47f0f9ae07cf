package control

import (
	"errors"

	jsonv2 "github.com/go-json-experiment/json"
)

// decode reads a body, strictly: a member that is not known is an error.
func decode[T any](body []byte) (in T, err error) {
	err = jsonv2.Unmarshal(body, &in, jsonv2.RejectUnknownMembers(true))
	var wrong *jsonv2.SemanticError
	switch {
	case errors.As(err, &wrong) && errors.Is(err, jsonv2.ErrUnknownName):
		return in, errors.New("unknown member " + wrong.JSONPointer.LastToken() + ": leave it out, or see openapi.yaml")
	case errors.As(err, &wrong) && wrong.JSONPointer != "":
		return in, errors.New(string(wrong.JSONPointer[1:]) + " has the wrong type: see openapi.yaml")
	case err != nil:
		return in, errors.New("the body is no such JSON object: see openapi.yaml")
	}
	return in, nil
}
