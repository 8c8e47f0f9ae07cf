package resource

import "time"

// SegmentManagementLink lets anyone with its authorization value edit a segment
// in the embedded editor, for a while.
type SegmentManagementLink struct {
	ID        int64
	SegmentID int64
	// Nonce is the value from which the authorization value was derived,
	// together with a key that no row stores, and Auth is the hash by which it
	// is found.
	Nonce       [16]byte
	Auth        TokenHash
	RedirectURI string
	CreatedAt   time.Time
	ExpiresAt   time.Time
	// RevokedAt is zero if the link was not revoked.
	RevokedAt time.Time
}

// Expired reports whether the link has expired: from its expiration on.
func (l SegmentManagementLink) Expired(now time.Time) bool { return !now.Before(l.ExpiresAt) }

// Revoked reports whether the link was revoked.
func (l SegmentManagementLink) Revoked() bool { return !l.RevokedAt.IsZero() }

// Valid reports whether the link opens the editor.
func (l SegmentManagementLink) Valid(now time.Time) bool { return !l.Expired(now) && !l.Revoked() }
