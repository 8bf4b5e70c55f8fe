// Runs in the frame of a diagram, which the policy of its page shuts off: see StaticFilesFilter.

const LINKS = ["href", "xlink:href", "target"];

addEventListener("message", async ({ source: sender, data }) => {
  if (sender !== parent || typeof data?.source !== "string") return;
  const place = document.getElementById("drawing");
  document.documentElement.classList.toggle("dark", data.dark === true);
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: "strict",
      suppressErrorRendering: true,
      theme: data.dark === true ? "dark" : "default",
    });
    const { svg } = await mermaid.render("diagram", data.source);
    place.innerHTML = svg;
    for (const link of place.querySelectorAll("a")) for (const name of LINKS) link.removeAttribute(name);
    const drawn = () => say("drawn", place.getBoundingClientRect().height);
    drawn(); // a browser observes nothing in a frame that is out of sight
    new ResizeObserver(drawn).observe(place);
  } catch {
    say("failed", 0);
  }
});

const say = (kind, height) => parent.postMessage({ kind, height }, "*");

addEventListener("load", () => say(globalThis.mermaid ? "ready" : "failed", 0));
