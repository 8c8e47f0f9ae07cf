package mutant

// Under are the variants that mutants need, by their ids.
var Under = under
