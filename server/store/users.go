package store

import "understudy/server/resource"

const users = "users"

var usersSchema = table(users,
	unique("id", func(u resource.User) key { return key{}.number(u.ID) }),
	unique("token", func(u resource.User) key { return u.Token[:] }))

// AddUser inserts a user who brings an id.
func (t *Tx) AddUser(u resource.User) { t.insert(users, u) }

// UserByToken finds the user whom a personal access token belongs to.
func (t *Tx) UserByToken(token resource.TokenHash) (resource.User, bool) {
	u, ok := first[resource.User](t, users, "token", token[:])
	return u, ok && u.Token.Equal(token)
}
