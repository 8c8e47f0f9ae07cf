// What htmx does not do for the page of scenarios: on a small screen, where the result is
// below the list, the page scrolls to it; the end of a run is read out, and the first
// scenario that failed is opened.
const result = document.getElementById("result");
let asked = false;
document.addEventListener("htmx:beforeRequest", event => { if (event.target.closest("form")) asked = true; });
result?.addEventListener("htmx:afterSwap", () => {
	if (asked && getComputedStyle(result).position !== "sticky") result.scrollIntoView({block: "start"});
	asked = false;
	const done = result.querySelector("[data-done]");
	if (done) document.getElementById("copied").textContent = done.dataset.done;
});
// Only now htmx knows what it has to load where a scenario is opened.
result?.addEventListener("htmx:afterSettle", () => {
	const failed = result.querySelector("[data-done] details.trial.fail");
	if (failed && !result.querySelector("details.trial[open]")) failed.open = true;
});
