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
