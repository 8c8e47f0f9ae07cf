package variant

import (
	"math"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/spec/gap"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// linkLifetime recognises how long a link is valid, from when it was shown first.
func linkLifetime(s Seen) (string, string, error) {
	if err := noResource(s.Response); err != nil {
		return "", "", err
	}
	expiration := s.Response.Get("data.expiration")
	at, zoned, err := contract.ParseTime(expiration.String())
	if err != nil || !zoned || expiration.Type != gjson.String {
		return "", "", outcome.Skip(report.MissingTestData, "the expiration cannot be compared")
	}
	lifetime := at.Sub(s.LinkShown)
	if lifetime == math.MaxInt64 || lifetime == math.MinInt64 { // more than a time.Duration holds, which are 292 years
		return gap.FormatLifetime(lifetime), "until " + expiration.Str, nil
	}
	return gap.FormatLifetime(lifetime), lifetime.Round(time.Second).String(), nil
}

func linkAgain(s Seen) (string, string, error) {
	if err := noResource(s.Response); err != nil {
		return "", "", err
	}
	if s.Link.Get("data.uri").String() == s.Response.Get("data.uri").String() {
		return "same", "the uri is the same", nil
	}
	return "new", "the uri is another", nil
}
