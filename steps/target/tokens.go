package target

import "understudy/spec/pattern"

// Tokens are the access tokens of the target. OtherWorkspace is a token of a
// second workspace, Revoked one that was valid earlier; both may be empty.
type Tokens struct {
	Workspace      string `yaml:"workspace" json:"workspace"`
	Personal       string `yaml:"personal" json:"personal"`
	OtherWorkspace string `yaml:"other_workspace,omitempty" json:"other_workspace,omitempty"`
	Revoked        string `yaml:"revoked,omitempty" json:"revoked,omitempty"`
}

// ShortToken is the number of characters from which a token is redacted within words,
// too: a shorter one is part of too many of them.
const ShortToken = 6

// scheme is the start of a token that names its kind, such as secret-token:.
var scheme = pattern.Lazy(`^[a-z-]+:`)

// WithoutScheme returns a token without the scheme at its start, if it has one.
func WithoutScheme(token string) string { return token[len(scheme().FindString(token)):] }

// Token is a token with its key below tokens in the target file.
type Token struct{ Key, Value string }

// All are the tokens in the order of the target file; those that it does not give are empty.
func (t Tokens) All() []Token {
	return []Token{{"workspace", t.Workspace}, {"personal", t.Personal}, {"other_workspace", t.OtherWorkspace}, {"revoked", t.Revoked}}
}

// ByKey returns the token of a key, such as other_workspace, and whether there is such a key.
func (t Tokens) ByKey(key string) (value string, ok bool) {
	for _, token := range t.All() {
		if token.Key == key {
			return token.Value, true
		}
	}
	return "", false
}

// Count returns how many keys have a token.
func (t Tokens) Count(value string) (n int) {
	for _, token := range t.All() {
		if token.Value == value {
			n++
		}
	}
	return n
}

// Short lists the keys of the tokens that are shorter than ShortToken.
func (t Tokens) Short() (keys []string) {
	for _, token := range t.All() {
		if token.Value != "" && len(token.Value) < ShortToken {
			keys = append(keys, "tokens."+token.Key)
		}
	}
	return keys
}
