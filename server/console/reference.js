// Renders the document of the page with Swagger UI. What the page adds to it is
// in the attributes of #reference, and in #notes for each operation.
(async () => {
	const place = document.getElementById("reference");
	const notes = JSON.parse(document.getElementById("notes").textContent) ?? {};
	const dark = matchMedia("(prefers-color-scheme: dark)");
	const show = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
	dark.addEventListener("change", show);
	show();

	const spec = await (await fetch(place.dataset.source)).json();
	spec.servers = [{url: location.origin + place.dataset.server}];
	for (const path of Object.values(spec.paths))
		for (const operation of Object.values(path))
			if (notes[operation.operationId]) operation.description += notes[operation.operationId];
	if (place.dataset.sandbox) spec.components.parameters.SandboxParam.example = place.dataset.sandbox;

	// Requests carry the sandbox's tokens, and the page shows their names.
	const tokens = {workspaceToken: ["$WORKSPACE_TOKEN", place.dataset.workspaceToken], personalToken: ["$PERSONAL_TOKEN", place.dataset.personalToken]};
	const ui = SwaggerUIBundle({
		spec, domNode: place, deepLinking: true, validatorUrl: null, displayRequestDuration: true, defaultModelsExpandDepth: 0,
		showMutatedRequest: false,
		requestInterceptor: request => {
			const known = Object.values(tokens).find(([name]) => request.headers.Authorization === "Bearer " + name);
			if (known) request.headers.Authorization = "Bearer " + known[1];
			return request;
		},
		// A curl command reads the token from the environment.
		requestSnippetsEnabled: true,
		requestSnippets: {generators: {curl_bash: {title: "curl", syntax: "bash"}}},
		plugins: [system => {
			const curl = system.fn.requestSnippetGenerator_curl_bash;
			return {fn: {requestSnippetGenerator_curl_bash: request => curl(request).replace(/'(Authorization: Bearer \$\w+)'/, '"$1"')}};
		}],
		onComplete: () => {
			if (!place.dataset.workspaceToken) return;
			for (const [scheme, [name]] of Object.entries(tokens)) ui.preauthorizeApiKey(scheme, name);
		},
	});
})();
