// What htmx does not do. The journal is read again when an exchange comes, but at
// most twice a second.
let resting = false, missed = false;
function readAgain() {
	missed = resting;
	if (resting) return;
	const watched = document.getElementById("watched");
	if (!watched) return;
	resting = true;
	htmx.trigger(watched, "news");
	setTimeout(() => { resting = false; if (missed) readAgain(); }, 500);
}
document.addEventListener("sse:exchange", readAgain);

// A question of the page is in front of everything else until it is closed. The
// focus then goes back to the button that opened it.
document.addEventListener("htmx:load", () => {
	const question = document.querySelector("dialog[open]:not(:modal)");
	if (!question) return;
	question.close();
	question.showModal();
});
document.addEventListener("submit", event => event.target.closest("dialog")?.close());

// Buttons copy a text of the page, or the commands in it. If the browser does not allow that, the text is
// selected.
document.addEventListener("click", async event => {
	const button = event.target.closest("[data-copies]");
	if (!button) return;
	const source = document.getElementById(button.dataset.copies);
	let says = "Copied";
	try {
		await navigator.clipboard.writeText(button.dataset.text ?? source.textContent);
	} catch {
		getSelection().selectAllChildren(source);
		says = "Selected: press Ctrl+C";
	}
	button.textContent = document.getElementById("copied").textContent = says;
});

// The list of sandboxes opens at its field.
document.addEventListener("toggle", event => {
	if (event.target.id === "pick" && event.newState === "open") document.getElementById("seek-sandbox").focus();
}, true);

// What was opened stays open when a page or a part of it is shown again.
const unfolded = new Map();
document.addEventListener("toggle", event => {
	if (event.target.matches("details[id]")) unfolded.set(event.target.id, event.target.open);
}, true);
document.addEventListener("htmx:load", () => {
	for (const part of document.querySelectorAll("details[id]")) part.open = unfolded.get(part.id) ?? part.open;
});

// A row of a list opens, by a click or by the address of the page. If the opened part is
// below the list, as on a small screen, the page scrolls there. Beside the list it is
// visible, and the page stays. The arrow keys open the rows beside it.
let opening = true;
document.addEventListener("click", event => { if (event.target.closest(".opens a, #new")) opening = true; });
document.addEventListener("htmx:load", () => {
	const details = opening && document.getElementById("details");
	if (details && getComputedStyle(details).position !== "sticky") details.scrollIntoView({block: "nearest"});
	opening = false;
});
document.addEventListener("keydown", event => {
	const row = event.target.closest(".opens a[aria-current]")?.closest("tr");
	const next = {ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling}[event.key]?.querySelector("a");
	if (!next) return;
	event.preventDefault();
	next.focus();
	next.click();
});

// A form says how many of its fields were changed and not saved.
const changed = field => field.matches("select") ? [...field.options].some(o => o.defaultSelected) && !field.selectedOptions[0].defaultSelected
	: field.value !== field.defaultValue;
function count(form) {
	const fields = [...form.elements].filter(field => field.matches("select, input"));
	for (const field of fields) field.classList.toggle("edited", changed(field));
	const edited = fields.filter(changed).length;
	form.querySelector(".unsaved").textContent = edited ? `${edited} not saved` : "";
}
document.addEventListener("input", event => {
	if (!event.target.form?.matches(".tracked")) return;
	count(event.target.form);
	explain(event.target);
});

// explain shows below a list what the chosen variant means.
function explain(list) {
	if (list.matches("select")) document.getElementById(list.getAttribute("aria-describedby")).textContent = list.selectedOptions[0].dataset.says ?? "";
}
document.addEventListener("reset", event => { if (event.target.matches(".tracked")) setTimeout(restored, 0, event.target); });
function restored(form) {
	count(form);
	form.querySelectorAll("select").forEach(explain);
}
