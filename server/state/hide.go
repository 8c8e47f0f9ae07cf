package state

import (
	"fmt"
	"strings"

	"understudy/server/secret"
)

// Hidden stands for a value that is a secret as a whole wherever a row is read;
// of a URL only what opens something is hidden, by package secret. A row that is
// put with either, as it was shown, keeps what it had.
const Hidden = "(hidden)"

// kept is a value of a new row, or the old one where the new one is that as it
// was shown.
func kept(path, value, old string) (string, error) {
	switch {
	case value == old, value == Hidden && old != "", value == secret.Hide(old):
		return old, nil
	case value == Hidden:
		return "", fmt.Errorf("%s: is %s, and there is none to keep: give its value", path, Hidden)
	case strings.Contains(value, secret.Hidden):
		return "", fmt.Errorf("%s: has %s in it, and is not as it was shown: give all of it, or leave it as it was", path, secret.Hidden)
	}
	return value, nil
}

// keeping is a text of a new row at a path, and the old one.
type keeping struct {
	path string
	text *string
	old  string
}

func keepAll(all []keeping) (err error) {
	for _, k := range all {
		if *k.text, err = kept(k.path, *k.text, k.old); err != nil {
			return err
		}
	}
	return nil
}
