package steps

import "understudy/steps/client"

// using notes on a request which keys of the target file it uses, of those that
// are given.
func (w *world) using(r client.Request, keys ...string) client.Request {
	given := groundKeys(w.run.target)
	for _, key := range keys {
		if given[key] {
			r.Uses = append(r.Uses, key)
		}
	}
	return r
}

// noteTestData counts what the deployment said to the keys of the target file
// that an allowed request used. A request without a usable response says nothing
// of them.
func (r *run) noteTestData(e *client.Exchange) {
	switch {
	case isRefusal(e):
		r.TestData.Reject(e, rejection(e))
	case e.OK():
		r.TestData.Accept(e)
	}
}
