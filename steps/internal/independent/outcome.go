package independent

// outcome is the finished success answer of one operation, and what a violation
// may want to know of it.
type outcome struct {
	rep *reply
	who bearer
	// before is the name or label from before the update, redirect the
	// redirect_uri that was sent.
	before, redirect string
}

func (o outcome) data() object {
	data, _ := o.rep.body.get("data").(object)
	return data
}

func (o outcome) set(name string, value any) {
	o.rep.body = o.rep.body.with("data", o.data().with(name, value))
}

// finish lets the violations that are on spoil a success answer.
func (s *Server) finish(op operation, o outcome) reply {
	for _, f := range s.faults {
		if f.answer != nil && f.on == op {
			f.answer(o)
		}
	}
	return *o.rep
}
