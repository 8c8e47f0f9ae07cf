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

// Buttons copy a text of the page.
document.addEventListener("click", async event => {
	const button = event.target.closest("[data-copies]");
	if (!button) return;
	const source = document.getElementById(button.dataset.copies);
	const told = document.getElementById("says");
	try {
		await navigator.clipboard.writeText(source.textContent);
		told.textContent = "Copied.";
	} catch {
		getSelection().selectAllChildren(source);
		told.textContent = "It is selected: copy it with the keyboard.";
	}
});
