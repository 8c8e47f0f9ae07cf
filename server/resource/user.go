package resource

// User is a person of the organization. The token is the personal access
// token that opens the list of invitations.
type User struct {
	ID    int64
	Email string
	Token TokenHash
}
