// Renders the document of the page with Swagger UI. What the page adds to it is
// in the attributes of #reference, and in #notes for each operation.
(async () => {
	const place = document.getElementById("reference");
	const {source, server, sandbox, workspaceToken, personalToken} = place.dataset;
	const notes = JSON.parse(document.getElementById("notes").textContent) ?? {};

	const dark = matchMedia("(prefers-color-scheme: dark)");
	const colour = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
	dark.addEventListener("change", colour);
	colour();

	const spec = await (await fetch(source)).json();
	spec.servers = [{url: location.origin + server}];
	// Swagger UI does not follow references to parameters where the address names an operation.
	const parameters = list => list?.map(p => p.$ref ? spec.components.parameters[p.$ref.split("/").pop()] : p);
	for (const path of Object.values(spec.paths)) {
		path.parameters = parameters(path.parameters) ?? [];
		for (const operation of Object.values(path).filter(o => o.operationId)) {
			operation.parameters = parameters(operation.parameters) ?? [];
			if (notes[operation.operationId]) operation.description += notes[operation.operationId];
		}
	}
	const {SandboxParam, SandboxIDParam} = spec.components.parameters;
	if (sandbox) SandboxParam.example = SandboxIDParam.example = sandbox;

	// What Swagger UI lacks for screen readers and the keyboard.
	const lacking = [
		["#servers", "aria-label", () => "Server"],
		[".content-type", "aria-label", () => "Media type"],
		[".examples-select-element", "aria-label", () => "Example"],
		[".body-param__text", "aria-label", () => "Request body"],
		["[data-param-name] :is(input, select, textarea)", "aria-label", field => field.closest("[data-param-name]").dataset.paramName],
		[".responses-table[role=region]", "aria-label", table => "Responses of " + table.closest(".opblock").querySelector("[data-path]").dataset.path + ", " + table.closest(".opblock").querySelector(".opblock-summary-method").textContent],
		["pre", "tabindex", () => "0"],
		[".close-modal", "aria-label", () => "Close"],
		[".dialog-ux :is(h3, h4, h5, h6)", "role", () => "heading"],
		[".dialog-ux h3", "aria-level", () => "2"],
		[".dialog-ux :is(h4, h5)", "aria-level", () => "3"],
		[".dialog-ux h6", "aria-level", () => "4"],
	];
	// The name of these buttons does not contain their text.
	const misnamed = ".dialog-ux .modal-btn[aria-label]";
	new MutationObserver(() => {
		for (const [selector, attribute, value] of lacking)
			for (const found of place.querySelectorAll(selector))
				if (!found.hasAttribute(attribute)) found.setAttribute(attribute, value(found));
		place.querySelectorAll(misnamed).forEach(button => button.removeAttribute("aria-label"));
	}).observe(place, {childList: true, subtree: true});

	// Its parts, without the landmark <main>, which the page has, and without the
	// link in the button of an operation.
	const parts = ({React: {createElement: h}}) => ({components: {
		Reference: ({getComponent}) => {
			const part = name => h(getComponent(name, true));
			return h("div", {className: "swagger-ui"}, h(getComponent("SvgAssets")), part("errors"), part("InfoContainer"),
				h("div", {className: "scheme-container"}, part("ServersContainer"), part("AuthorizeBtnContainer")),
				h("h2", {className: "unseen"}, "Operations"), part("operations"), part("Models"));
		},
		DeepLink: ({text}) => h("span", null, text),
	}});

	// Requests carry the sandbox's tokens. The page shows their names, and a curl
	// command reads them from the environment.
	const tokens = {$WORKSPACE_TOKEN: workspaceToken, $PERSONAL_TOKEN: personalToken};
	const curl = ({fn: {requestSnippetGenerator_curl_bash: quoted}}) => ({fn: {
		requestSnippetGenerator_curl_bash: request => quoted(request).replace(/'(Authorization: Bearer \$\w+)'/, '"$1"'),
	}});
	const ui = SwaggerUIBundle({
		spec, domNode: place, layout: "Reference", plugins: [parts, curl], deepLinking: true, validatorUrl: null,
		displayRequestDuration: true, defaultModelsExpandDepth: 0, syntaxHighlight: {activated: false},
		requestSnippetsEnabled: true, requestSnippets: {languages: ["curl_bash"]}, showMutatedRequest: false,
		requestInterceptor: request => {
			const [, name] = /^Bearer (.*)$/.exec(request.headers.Authorization) ?? [];
			if (tokens[name]) request.headers.Authorization = "Bearer " + tokens[name];
			return request;
		},
		onComplete: () => {
			if (!workspaceToken) return;
			ui.preauthorizeApiKey("workspaceToken", "$WORKSPACE_TOKEN");
			ui.preauthorizeApiKey("personalToken", "$PERSONAL_TOKEN");
		},
	});
})();
