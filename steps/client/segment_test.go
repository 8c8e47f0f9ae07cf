package client_test

import (
	"testing"

	"understudy/steps/client"
)

func TestASegmentIsShownAtSeveralPlaces(t *testing.T) {
	const segment = `{"id":7,"name":"a"}`
	for body, want := range map[string]string{
		`{"status":"success","data":` + segment + `}`:                              segment,
		`{"status":"success","data":{"filter_segment":` + segment + `,"meta":{}}}`: segment,
		`{"data":{"id":7,"type":"segments","attributes":` + segment + `}}`:         segment,
		segment:                       segment,
		`{"segment":` + segment + `}`: segment,
		`{"id":"request-1","data":` + segment + `}`: segment,
		`{"status":"not_found","data":{}}`:          `{}`,
		`{"status":"not_found"}`:                    ``,
		`[7]`:                                       ``,
	} {
		if got := (&client.Exchange{Status: 200, Body: []byte(body)}).ShownSegment().Raw; got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
