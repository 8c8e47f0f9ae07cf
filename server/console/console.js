// What htmx leaves over. The journal is read again when an exchange comes, and
// twice a second at most, however many come.
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

// A question of the page stands before all else until it is answered. The focus
// then goes back to the button that had it asked.
document.addEventListener("htmx:load", () => {
	const question = document.querySelector("dialog[open]:not(:modal)");
	if (!question) return;
	question.close();
	question.showModal();
});
document.addEventListener("submit", event => event.target.closest("dialog")?.close());

// Buttons copy a text of the page. Where the browser does not allow that, the text
// is selected.
document.addEventListener("click", async event => {
	const button = event.target.closest("[data-copies]");
	if (!button) return;
	const source = document.getElementById(button.dataset.copies);
	let says = "Copied";
	try {
		await navigator.clipboard.writeText(source.textContent);
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

// What was unfolded stays so when a page or a part of it is shown again.
const unfolded = new Map();
document.addEventListener("toggle", event => {
	if (event.target.matches("details[id]")) unfolded.set(event.target.id, event.target.open);
}, true);
document.addEventListener("htmx:load", () => {
	for (const part of document.querySelectorAll("details[id]")) part.open = unfolded.get(part.id) ?? part.open;
});

// A row of a list opens. Where what it opens is below the list, as on a small screen,
// the page goes there; beside the list, it sticks where it can be seen, and the page
// stays. The arrow keys open the rows beside it.
let opening = false;
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
document.addEventListener("input", event => { if (event.target.form?.matches(".tracked")) count(event.target.form); });
document.addEventListener("reset", event => { if (event.target.matches(".tracked")) setTimeout(count, 0, event.target); });
