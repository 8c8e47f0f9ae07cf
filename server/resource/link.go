package resource

import "time"

// SegmentManagementLink lets whoever has its authorization value edit a
// segment in the embedded editor, for a while.
type SegmentManagementLink struct {
	ID        int64
	SegmentID int64
	// Nonce is what the authorization value was derived from, together with a
	// key that is stored in no row, and Auth is the hash that it is found by.
	Nonce       [16]byte
	Auth        TokenHash
	RedirectURI string
	CreatedAt   time.Time
	ExpiresAt   time.Time
	// RevokedAt is zero where the link was not revoked.
	RevokedAt time.Time
}

// Expired tells whether the link's time is over: from its expiration on.
func (l SegmentManagementLink) Expired(now time.Time) bool { return !now.Before(l.ExpiresAt) }

// Revoked tells whether the link was revoked.
func (l SegmentManagementLink) Revoked() bool { return !l.RevokedAt.IsZero() }

// Valid tells whether the link opens the editor.
func (l SegmentManagementLink) Valid(now time.Time) bool { return !l.Expired(now) && !l.Revoked() }
