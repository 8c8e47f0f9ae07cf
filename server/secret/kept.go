package secret

import (
	"fmt"
	"strings"
)

// HiddenValue replaces a value that is a secret as a whole wherever a row is read. In
// a URL, Hide hides only the secret parts.
const HiddenValue = "(hidden)"

// Kept is the value at a path of a new row. It is the old value if the new one is the
// old one as it was shown.
func Kept(path, value, old string) (string, error) {
	switch {
	case value == old, value == HiddenValue && old != "", value == Hide(old):
		return old, nil
	case value == HiddenValue:
		return "", fmt.Errorf("%s: is %s, and there is none to keep: give its value", path, HiddenValue)
	case strings.Contains(value, Hidden):
		return "", fmt.Errorf("%s: has %s in it, and is not as it was shown: give all of it, or leave it as it was", path, Hidden)
	}
	return value, nil
}
