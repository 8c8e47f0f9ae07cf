// Package token holds the tokens of the independent implementation.
package token

// The tokens: of the workspace, of a user, of another workspace, and one of the
// workspace that was revoked. They use every kind of character that a bearer
// token may have.
const (
	Workspace      = "independent.workspace~Vd0_q-7+x/1=="
	Personal       = "independent.personal~Hh2_t-9+k/4="
	OtherWorkspace = "independent.elsewhere~Pz5_c-1+n/8=="
	Revoked        = "independent.revoked~Ba8_m-3+r/6="
)
