// What htmx leaves over: the buttons that copy a text of the page.
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
