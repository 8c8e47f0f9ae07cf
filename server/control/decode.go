package control

import (
	"fmt"

	"understudy/fixtures"
)

// decode reads a body strictly: an unknown member is an error. Errors name the member.
func decode[T any](body []byte) (in T, err error) {
	if err = fixtures.Decode("the body", body, &in); err != nil {
		return in, fmt.Errorf("%w: see openapi.yaml", err)
	}
	return in, nil
}

// member puts the name of a member before what is wrong with it.
func member(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
