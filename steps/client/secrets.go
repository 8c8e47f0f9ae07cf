package client

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"understudy/spec/pattern"
	"understudy/steps/target"
)

// secret is a text that gives access to something, and what is shown instead.
type secret struct{ text, shown string }

// secrets are the texts to look for, all in one pass. For long ones case is ignored.
type secrets struct {
	// exact and folded have the secrets by their first byte, the longest first:
	// one may be the start of another.
	exact, folded map[byte][]secret
	all           []secret
}

const (
	// shortest is the minimum length of a secret other than a token: a shorter
	// one would match innocent words, and no secret is that short.
	shortest = 4
	// inWords is the minimum length of a secret to be replaced within a word, too: a
	// shorter one is replaced only where it stands alone.
	inWords = target.ShortToken
	// unmistakable is the minimum length of a secret for other forms of it to
	// be looked for as well.
	unmistakable = 8
)

// secretsOf returns the secrets of a target.
func secretsOf(t target.Target) *secrets {
	s := &secrets{exact: map[byte][]secret{}, folded: map[byte][]secret{}}
	for token, shown := range tokenNames(t) {
		s.learn(token, shown)
		// Scenarios send tokens that were cut or changed by one letter.
		if bare := strings.TrimRight(token, "="); len(bare) > 1 {
			s.learn(bare[:len(bare)-1], redacted)
			s.learn(target.WithoutScheme(token)[1:], redacted)
		}
	}
	for _, v := range t.Headers {
		s.learnValue(v)
	}
	for _, v := range secretsIn(t.Samples.ServiceConnection, false) {
		s.learnValue(v)
	}
	for _, v := range secretsIn(t.Samples.Connector, false) {
		s.learnValue(v)
	}
	for _, text := range []string{t.BaseURL, t.ControlURL, t.Samples.RedirectURI} {
		s.learnURL(text)
	}
	for _, index := range []map[byte][]secret{s.exact, s.folded} {
		for first := range index {
			slices.SortFunc(index[first], func(a, b secret) int {
				return cmp.Or(cmp.Compare(len(b.text), len(a.text)), strings.Compare(b.shown, a.shown))
			})
		}
	}
	return s
}

// tokenNames returns the tokens of a target with the names that stand for them.
func tokenNames(t target.Target) map[string]string {
	names := map[string]string{t.Tokens.Revoked: "$REVOKED_TOKEN", t.Tokens.OtherWorkspace: "$OTHER_WORKSPACE_TOKEN"}
	names[t.Tokens.Personal], names[t.Tokens.Workspace] = "$PERSONAL_TOKEN", "$WORKSPACE_TOKEN"
	delete(names, "")
	return names
}

func (s *secrets) learnValue(v string) {
	if len(v) >= shortest {
		s.learn(v, redacted)
	}
}

// learnURL learns the password of a URL, and its parameters that are named like
// a secret.
func (s *secrets) learnURL(text string) {
	u, err := url.Parse(text)
	if err != nil {
		return
	}
	password, _ := u.User.Password()
	s.learnValue(password)
	for name, values := range u.Query() {
		if secretParameter().MatchString("?" + name + "=v") {
			for _, v := range values {
				s.learnValue(v)
			}
		}
	}
}

// learn learns a secret in each form in which a text may contain it.
func (s *secrets) learn(text, shown string) {
	if text == "" {
		return
	}
	quoted, _ := json.Marshal(text)
	ways := []string{text, strings.Trim(string(quoted), `"`), url.QueryEscape(text), url.PathEscape(text)}
	if len(text) >= unmistakable {
		ways = append(ways, hex.EncodeToString([]byte(text)))
		ways = append(ways, encodings(text)...)
	}
	slices.Sort(ways)
	for _, way := range slices.Compact(ways) {
		index := s.exact
		if len(way) >= unmistakable {
			way, index = lower(way), s.folded
		}
		index[way[0]] = append(index[way[0]], secret{way, shown})
		s.all = append(s.all, secret{way, shown})
	}
}

// encodings returns the parts of base64 texts that depend only on a secret
// inside the encoded text: there are three, one for each alignment.
func encodings(text string) (ways []string) {
	for before := range 3 {
		bits := (before + len(text)) * 8
		for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			encoded := alphabet.EncodeToString([]byte(strings.Repeat("\x00", before) + text))
			ways = append(ways, encoded[(before*8+5)/6:bits/6])
		}
	}
	return ways
}

// lower converts ASCII letters to lower case, so that offsets in the text stay
// the same.
func lower(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, s)
}

// replace shows a text, which is valid UTF-8, without secrets.
func (s *secrets) replace(text string) string {
	folded := lower(text)
	var b strings.Builder
	done := 0
	for i := 0; i < len(text); i++ {
		if hit, ok := s.at(text, folded, i); ok {
			b.WriteString(text[done:i] + hit.shown)
			i += len(hit.text) - 1
			done = i + 1
		}
	}
	if done == 0 {
		return s.uncut(text)
	}
	return s.uncut(b.String() + text[done:])
}

// at returns the secret at the i-th byte of a text.
func (s *secrets) at(text, folded string, i int) (secret, bool) {
	for _, known := range s.folded[folded[i]] {
		if strings.HasPrefix(folded[i:], known.text) {
			return known, true
		}
	}
	for _, known := range s.exact[text[i]] {
		if strings.HasPrefix(text[i:], known.text) && (len(known.text) >= inWords || pattern.Alone(text, i, i+len(known.text))) {
			return known, true
		}
	}
	return secret{}, false
}

// ellipsis marks where a text was cut off.
var ellipsis = pattern.Lazy(`…|\.\.\.`)

// uncut removes the start of a secret that comes before an ellipsis.
func (s *secrets) uncut(text string) string {
	var b strings.Builder
	done := 0
	for _, at := range ellipsis().FindAllStringIndex(text, -1) {
		b.WriteString(s.withoutStart(text[done:at[0]]) + text[at[0]:at[1]])
		done = at[1]
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// withoutStart removes the start of a secret from the end of a text.
func (s *secrets) withoutStart(text string) string {
	folded := lower(text)
	for _, known := range s.all {
		for n := min(len(known.text), len(text)); n > 3; n-- {
			begin := len(text) - n
			if strings.HasSuffix(folded, lower(known.text[:n])) && (len(known.text) >= inWords || pattern.Alone(text, begin, len(text))) {
				return text[:begin] + redacted
			}
		}
	}
	return text
}

// secretsIn returns the secret values within a sample: by the name of a member,
// or by a flag beside it.
func secretsIn(v any, secret bool) (found []string) {
	switch v := v.(type) {
	case map[string]any:
		flagged := slices.ContainsFunc(secretFlags, func(flag string) bool { return v[flag] != nil && v[flag] != false })
		for name, inner := range v {
			hides := slices.Contains(secretNames, name) || flagged && slices.Contains(valueNames, name)
			found = append(found, secretsIn(inner, secret || hides)...)
		}
	case []any:
		for _, inner := range v {
			found = append(found, secretsIn(inner, secret)...)
		}
	case nil, bool:
	default:
		if secret {
			found = append(found, fmt.Sprint(v))
		}
	}
	return found
}
