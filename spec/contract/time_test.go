package contract_test

import (
	"testing"
	"time"

	"understudy/spec/contract"
)

func TestEveryFormOfATimestampNamesItsInstant(t *testing.T) {
	const half = "2024-05-01T09:30:00Z"
	for s, want := range map[string]string{
		half: half, "2024-05-01T09:30Z": half, "20240501T093000Z": half, "20240501T0930Z": half,
		"2024-W18-3T09:30:00Z": half, "2024W183T093000Z": half, "2024-122T09:30:00Z": half, "2024122T0930Z": half,
		"2024-05-01T11:30:00+02:00": half, "2024-05-01T11:30:00+0200": half, "2024-05-01T11:30+02": half,
		"2024-05-01T00:00:00-09:30": half, "2024-05-01T00:00:00−09:30": half, "2024-05-01T09:30:00-00:00": half,
		"+002024-05-01T09:30:00Z": half, "+0020240501T0930Z": half,
		"2024-05-01T09.5Z": half, "2024-05-01T09,5Z": half, "2024-05-01T09:29.5Z": "2024-05-01T09:29:30Z", "2024-05-01T09Z": "2024-05-01T09:00:00Z",
		"2024-05-01T09:30:00.25Z": "2024-05-01T09:30:00.25Z", "2024-05-01T09:30:00,25Z": "2024-05-01T09:30:00.25Z",
		"2024-05-01T09:30:00.1234567891234Z": "2024-05-01T09:30:00.123456789Z", "2024-05-01T09:30:00.000000000Z": half,
		"2024-02-29T00:00:00Z": "2024-02-29T00:00:00Z", "2024-366T00:00Z": "2024-12-31T00:00:00Z",
		"2020-W53-7T00:00Z": "2021-01-03T00:00:00Z", "2024-W01-1T00:00Z": "2024-01-01T00:00:00Z", "2021-W01-1T00:00Z": "2021-01-04T00:00:00Z",
		"2024-01-01T24:00:00Z": "2024-01-02T00:00:00Z", "2024-01-01T24:00Z": "2024-01-02T00:00:00Z", "2024-01-01T24Z": "2024-01-02T00:00:00Z",
		"2016-12-31T23:59:60Z":   "2016-12-31T23:59:59.999999999Z",
		"2016-12-31T23:59:60.5Z": "2016-12-31T23:59:59.999999999Z", "2017-01-01T05:29:60+05:30": "2016-12-31T23:59:59.999999999Z", "0001-01-01T00:00:00Z": "0001-01-01T00:00:00Z",
	} {
		got, zoned, err := contract.ParseTime(s)
		if err != nil || !zoned {
			t.Errorf("%s: zoned %v, %v", s, zoned, err)
			continue
		}
		if w, _ := time.Parse(time.RFC3339Nano, want); !got.Equal(w) {
			t.Errorf("%s: got %s, want %s", s, got.Format(time.RFC3339Nano), want)
		}
	}
}

func TestATimestampWithoutAnOffsetIsNotZoned(t *testing.T) {
	for _, s := range []string{"2024-05-01T09:30:00", "20240501T093000", "2024-05-01T09", "2024-122T09:30", "2024-05-01T09:30:00.5",
		"2016-12-31T23:59:60", "2017-01-01T05:29:60", "2017-01-01T05:44:60.5"} {
		if _, zoned, err := contract.ParseTime(s); err != nil || zoned {
			t.Errorf("%s: zoned %v, %v", s, zoned, err)
		}
	}
}

func TestAnInvalidTimestampIsRejected(t *testing.T) {
	for _, s := range []string{
		"", "T", "now", "2024", "2024-05-01", "09:30:00", "1714555800", "2024-05-01T", "T09:30:00Z", "2024-05-01TZ",
		"2024-01-01 00:00:00", "2024-01-01t00:00:00Z", "2024-01-01T00:00:00z", "2024-01-01T00:00:00 Z", " 2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z\n",
		"2024-00-01T00:00Z", "2024-13-01T00:00Z", "2024-02-30T00:00Z", "2023-02-29T00:00Z", "2024-04-31T00:00Z", "2024-01-00T00:00Z",
		"2024-W00-1T00:00Z", "2024-W53-1T00:00Z", "2024-W54-1T00:00Z", "2024-W18-0T00:00Z", "2024-W18-8T00:00Z", "2024-W18T00:00Z",
		"2023-366T00:00Z", "2024-367T00:00Z", "2024-000T00:00Z",
		"2024-01-01T25:00:00Z", "2024-01-01T24:00:01Z", "2024-01-01T24:30Z", "2024-01-01T24.5Z", "2024-01-01T23:60Z", "2024-01-01T23:59:61Z", "2024-01-01T9:30Z",
		"2024-12-30T09:00:60.000Z", "2024-12-30T09:59:60Z", "2016-12-31T23:59:60+01:00", "2016-12-31T23:58:60Z", "2024-12-30T09:00:60", "20241230T090060Z",
		"2024-01-01T09:30:00.Z", "2024-01-01T09:30:00.5.5Z", "2024-01-01T09:30:00.5xZ", "2024-01-01T09:3000Z", "2024-01-01T0930:00Z",
		"2024-0501T09:30Z", "202405-01T09:30Z", "2024-05-01T0930Z", "20240501T09:30Z", "2024W183T09:30:00Z", "24-05-01T09:30Z", "2024-5-1T09:30Z", "2024-May-01T09:30Z", "-024-05-01T09:30Z",
		"2024-05-01T09:30+2", "2024-05-01T09:30+24:00", "2024-05-01T09:30+02:60", "2024-05-01T09:30Z+02:00", "2024-05-01T09:30Z02", "2024-05-01T09:30ZZ",
		"2024-05-01T09:30 +02:00", "2024-05-01T09:30UTC", "2024-05-01T٠٩:30Z", "Wed, 01 May 2024 09:30:00 GMT", "2024-05-01T09:30:00TZ",
	} {
		if got, _, err := contract.ParseTime(s); err == nil {
			t.Errorf("%q was read as %s", s, got)
		}
	}
}

func FuzzAnRFC3339TimestampNamesItsInstant(f *testing.F) {
	f.Add(int64(1714555800), int64(500), int16(120))
	f.Fuzz(func(t *testing.T, seconds, nanos int64, minutes int16) {
		want := time.Unix(seconds, nanos).In(time.FixedZone("", int(minutes)%1440*60))
		if want.Year() < 0 || want.Year() > 9999 {
			t.Skip("RFC 3339 has years of four digits")
		}
		s := want.Format(time.RFC3339Nano)
		if got, zoned, err := contract.ParseTime(s); err != nil || !zoned || !got.Equal(want) {
			t.Errorf("%s: got %s, %v, %v", s, got, zoned, err)
		}
	})
}

func FuzzParseTimeNeverPanics(f *testing.F) {
	f.Add("2024-W18-3T09,5+02:00")
	f.Fuzz(func(_ *testing.T, s string) { contract.ParseTime(s) })
}
