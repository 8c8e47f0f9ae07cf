package contract_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"understudy/spec"
)

const created = `{"status":"created","data":{"id":812},"filter_segment_source_url":"https://example.com/segments/812"}`

// samples are lawful success answers with every member that the contract knows.
var samples = map[string]struct {
	status int
	body   string
}{
	spec.CreateSegment:     {201, created},
	spec.ReadSegmentSource: {200, `{"status":true,"name":"Customers"}`},
	spec.GetSegment:        {200, `{"anything":["goes"]}`},
	spec.ListInvitations:   {200, string(page(3))},
}

// where is the pointer of a pattern's first or last place in a body.
func where(t *testing.T, body any, pattern string, last bool) string {
	t.Helper()
	var steps []string
	for _, step := range strings.Split(pattern, "/")[1:] {
		if step == "*" {
			step = "0"
			if last {
				step = strconv.Itoa(len(body.([]any)) - 1)
			}
		}
		steps = append(steps, step)
		body = down(body, step)
	}
	return "/" + strings.Join(steps, "/")
}

func down(body any, step string) any {
	if items, ok := body.([]any); ok {
		i, _ := strconv.Atoi(step)
		return items[i]
	}
	return body.(map[string]any)[step]
}

// change replaces what stands at a pointer, or drops it.
func change(body any, pointer string, drop bool, to any) any {
	head, rest, deeper := strings.Cut(pointer[1:], "/")
	if items, ok := body.([]any); ok {
		i, _ := strconv.Atoi(head)
		switch {
		case deeper:
			items[i] = change(items[i], "/"+rest, drop, to)
		case drop:
			return append(items[:i:i], items[i+1:]...)
		default:
			items[i] = to
		}
		return items
	}
	members := body.(map[string]any)
	switch {
	case deeper:
		members[head] = change(members[head], "/"+rest, drop, to)
	case drop:
		delete(members, head)
	default:
		members[head] = to
	}
	return members
}

func parse(t *testing.T, body string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func render(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
