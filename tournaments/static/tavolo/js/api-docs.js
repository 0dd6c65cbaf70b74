// Shows the API description; signed-in users can try requests with their session.
"use strict";

const place = document.getElementById("api");
const cookie = (name) =>
  document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);

SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
  requestInterceptor: (request) => {
    const token = cookie("csrftoken");
    if (token && new URL(request.url, location).origin === location.origin) {
      request.headers["X-CSRFToken"] = token;
    }
    return request;
  },
});
