package tokens

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/target"
)

// Wrong is a token that the operation must not take. The error skips where it may be
// taken, or where a rejection would say nothing.
func Wrong(w *world.World, name string) (string, error) {
	o := spec.OperationOf(w.Operation)
	right := w.TokenFor(o)
	other := Other(w, name, right)
	switch {
	case other == right:
		return "", outcome.Skip(report.LeftOut, "the token %s of the target file is the one that the operation takes", name)
	case name == Revoked && IsGivenTwice(w, other):
		return "", outcome.Skip(report.LeftOut, "tokens.revoked is another token of the target file, too")
	case !IsGiven(w, name) && IsKnown(w, other):
		return "", outcome.Skip(report.LeftOut, "a token made up from it (%s) is another of the target file", name)
	}
	switch name {
	case OtherWorkspace:
		if err := oneIDForAll(w); err != nil {
			return "", err
		}
	case Workspace:
		if err := checkValid(w, spec.WorkspaceToken); err != nil {
			return "", err
		}
	case Personal:
		if err := checkValid(w, spec.PersonalToken); err != nil {
			return "", err
		}
	}
	return other, nil
}

// IsGivenTwice reports whether a token stands under two keys of the target file.
func IsGivenTwice(w *world.World, token string) bool {
	return w.Run.Target.Tokens.Count(token) > 1
}

// IsGiven reports whether the target file gives the token of a name: others are made up.
func IsGiven(w *world.World, name string) bool {
	_, given := w.Run.Target.Tokens.ByKey(name)
	return given
}

// IsKnown reports whether a token is one of the target file.
func IsKnown(w *world.World, token string) bool {
	return token != "" && w.Run.Target.Tokens.Count(token) > 0
}

// Names of tokens of the target file.
const (
	Workspace      = "workspace"
	Personal       = "personal"
	OtherWorkspace = "other_workspace"
	Revoked        = "revoked"
)

// Names of tokens that are made from the right one, or that a program sends where it has none.
const (
	Empty             = "empty"
	Shortened         = "shortened"
	Lengthened        = "lengthened"
	AlteredAtItsStart = "altered at its start"
	AlteredAtItsEnd   = "altered at its end" // differs from the right one in one letter
	InOtherCase       = "in other case"
	AfterBearerTwice  = "after Bearer twice"
	AfterAnotherOne   = "after another one and a comma"
	Undefined         = "undefined"
	Null              = "null"
	Invented          = "invented" // drawn at random, in the shape of the right one
)

// Other is the token of a name: one of the target file, or one made from the right one; an invented one
// for a name that is not known.
func Other(w *world.World, name, right string) string {
	if token, ok := w.Run.Target.Tokens.ByKey(name); ok {
		return token
	}
	switch name {
	case Empty:
		return ""
	case Shortened:
		return shortened(right)
	case Lengthened:
		return right + "0"
	case AlteredAtItsStart:
		from := len(right) - len(target.WithoutScheme(right))
		return altered(w, right, from)
	case AlteredAtItsEnd:
		at := len(shortened(right))
		if strings.Count(right, ".") == 2 {
			at-- // of a JSON Web Token, some bits of the last letter may not count
		}
		return altered(w, right, at)
	case InOtherCase:
		return inOtherCase(right)
	case AfterBearerTwice:
		return "Bearer " + right
	case AfterAnotherOne:
		return invented(right) + ", Bearer " + right + ", " + right
	case Undefined, Null:
		return name
	}
	return invented(right)
}

// shortened cuts the last letter of a token off, with what pads it.
func shortened(token string) string {
	bare := strings.TrimRight(token, "=")
	return bare[:max(0, len(bare)-1)]
}

// altered puts another letter or digit in one place of a token, such that it is
// no token of the target file.
func altered(w *world.World, token string, at int) (other string) {
	for _, letter := range "x7qm4" {
		other = token[:at] + string(letter) + token[at+1:]
		if !strings.EqualFold(other, token) && !IsKnown(w, other) {
			break
		}
	}
	return other
}

// invented makes a token of the same shape as a right one: each letter and
// digit after its scheme is drawn at random.
func invented(right string) string {
	from := len(right) - len(target.WithoutScheme(right))
	out := []byte(right)
	for i := from; i < len(out); i++ {
		switch c := out[i]; {
		case c >= '0' && c <= '9':
			out[i] = byte('0' + rand.IntN(10))
		case c >= 'a' && c <= 'z':
			out[i] = byte('a' + rand.IntN(26))
		case c >= 'A' && c <= 'Z':
			out[i] = byte('A' + rand.IntN(26))
		}
	}
	if string(out) == right {
		return right + "0"
	}
	return string(out)
}

// inOtherCase is a token with its small letters as capitals and the reverse.
func inOtherCase(token string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsUpper(c) {
			return unicode.ToLower(c)
		}
		return unicode.ToUpper(c)
	}, token)
}
