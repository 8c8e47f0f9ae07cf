package control

import (
	"encoding/hex"
	"net/http"
	"time"

	"understudy/fixtures"
	"understudy/server/state"
	"understudy/server/store"
	"understudy/spec"
)

// addRow adds a row of any table. Only its response shows the secret of the row: the
// token of a workspace or a user, or the uri of a link.
func addRow(c *call) (reply, error) {
	t, err := c.table()
	if err != nil {
		return reply{}, err
	}
	switch {
	case t.Add == nil:
		return c.addOwner(t)
	case t.Name == "links":
		return writing(addLink)(c)
	}
	return writing(func(c *call, tx *store.Tx) (reply, error) {
		id, err := t.Add(tx, c.body)
		if err != nil {
			return reply{}, err
		}
		return shown(tx, t.Name, id, http.StatusCreated)
	})(c)
}

// addOwner adds a workspace or a user.
func (c *call) addOwner(t state.Table) (reply, error) {
	sb, err := c.sandbox()
	if err != nil {
		return reply{}, err
	}
	var added any
	err = sb.ChangeOwners(func(_ *store.Tx, owners *fixtures.World) (err error) {
		added, err = t.Owned.Add(owners, c.body)
		return err
	})
	if err != nil {
		return reply{}, c.rowFailure(err)
	}
	return reply{http.StatusCreated, added}, nil
}

// addLink adds a link, with a random authorization value unless the row has one. It
// expires like a link that the API creates.
func addLink(c *call, tx *store.Tx) (reply, error) {
	sb, err := c.sandbox()
	if err != nil {
		return reply{}, err
	}
	lifetime, err := time.ParseDuration(sb.Choice().Variant("link-lifetime", spec.CreateLink))
	if err != nil {
		return reply{}, err
	}
	nonce, hash, uri := c.control.DrawLink(c.baseOf(sb))
	id, asDrawn, err := state.AddLink(tx, c.body, fixtures.Link{
		Nonce: hex.EncodeToString(nonce[:]), AuthSHA256: hex.EncodeToString(hash[:]),
		ExpiresAt: fixtures.TimestampOf(tx.Now.Add(lifetime).Truncate(time.Second)),
	})
	if err != nil {
		return reply{}, err
	}
	made, err := shown(tx, "links", id, http.StatusCreated)
	if row, ok := made.body.(fixtures.Link); ok && asDrawn {
		made.body = linkWithURI{row, uri}
	}
	return made, err
}

// linkWithURI is a link and its uri, which opens the editor.
type linkWithURI struct {
	fixtures.Link
	URI string `json:"uri"`
}

// deleteRow deletes a row to which no other row refers.
func deleteRow(c *call) (reply, error) {
	t, err := c.table()
	if err != nil {
		return reply{}, err
	}
	gone := reply{http.StatusNoContent, nil}
	if t.Delete != nil {
		return writing(func(c *call, tx *store.Tx) (reply, error) { return gone, t.Delete(tx, c.ids["row"]) })(c)
	}
	sb, err := c.sandbox()
	if err != nil {
		return reply{}, err
	}
	err = sb.ChangeOwners(func(tx *store.Tx, owners *fixtures.World) error { return t.Owned.Delete(tx, owners, c.ids["row"]) })
	if err != nil {
		return reply{}, c.rowFailure(err)
	}
	return gone, nil
}
