// The API reference page. The token is kept for the tab's session only.
SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null, // nothing is sent anywhere else
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
});
