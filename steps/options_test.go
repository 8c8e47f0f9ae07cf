package steps

import (
	"reflect"
	"testing"

	"understudy/spec/contract"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

func TestEachOptionThatScenariosUseIsPassed(t *testing.T) {
	passed := reflect.ValueOf(Options{
		ReadOnly: true, PerPage: 7, Watch: 1, KeepPersonalData: true,
		OnScenario: func(report.Scenario) {}, OnStep: func(string, int, report.Step) {}, OnExchange: func(string, *report.Exchange) {},
		OnResponse: func(string, contract.Response) {}, OnNotice: func(string) {},
	}.run())
	for i := range passed.NumField() {
		name := reflect.TypeFor[scenario.Options]().Field(i).Name
		if isPassed := !passed.Field(i).IsZero(); isPassed != (name != "Warns") { // Warns is of the features
			t.Errorf("%s is passed: %t", name, isPassed)
		}
	}
}
