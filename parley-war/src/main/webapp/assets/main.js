import { whenSignedOut } from "./api.js";
import { openDrawn } from "./dialogs.js";
import { render } from "./lib/lit-html/lit-html.js";
import { measureLists, settleLists } from "./list.js";
import { startKeys } from "./keys.js";
import { start as startRouter } from "./router.js";
import { page, titleOf } from "./shell.js";
import { followSession } from "./live.js";
import { open, signedOut } from "./login.js";
import { afterDrawing, changed, set, state, subscribe } from "./store.js";
import { loadTheRest, loadView } from "./views.js";
import { whenWaitingChanges } from "./waiting.js";

const root = document.getElementById("page");

root.replaceChildren();

/** A view that cannot be drawn must not stand there as if it were true. */
function draw() {
  try {
    drawAll();
  } catch (fault) {
    console.error(fault);
    const said = document.createElement("p");
    said.className = "first";
    said.setAttribute("role", "alert");
    said.textContent = "The page has a fault and has stopped. Reload it to go on.";
    root.replaceChildren(said);
    stop();
  }
}

function drawAll() {
  measureLists();
  render(page(), root);
  settleLists();
  openDrawn();
  entitle();
}

function entitle() {
  const title = titleOf();
  if (document.title !== title) document.title = title;
}

const stop = subscribe(draw);
whenSignedOut(signedOut);
whenWaitingChanges(entitle);
startKeys();
startRouter((route) => {
  const moved = route.path !== state.route.path;
  const isThere = loadView(route.view);
  set({ route });
  if (state.me) followSession();
  if (moved && state.me) isThere.then(() => afterDrawing(arrive));
});
open();
loadTheRest();
setInterval(changed, 1000);

/** Tells those who do not see it that the view is another one. */
function arrive() {
  if (!document.querySelector("main")?.contains(document.activeElement)) {
    document.querySelector("main h1")?.focus({ preventScroll: true });
  }
}
