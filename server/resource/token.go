package resource

import (
	"crypto/sha256"
	"crypto/subtle"
)

// TokenHash replaces an access token wherever one is stored or compared: the
// token itself is never stored.
type TokenHash [sha256.Size]byte

// HashToken hashes a token as it is in a request, prefix included.
func HashToken(token string) TokenHash {
	var room [128]byte // more than most tokens have
	return sha256.Sum256(append(room[:0], token...))
}

// Equal compares in constant time.
func (h TokenHash) Equal(other TokenHash) bool {
	return subtle.ConstantTimeCompare(h[:], other[:]) == 1
}
