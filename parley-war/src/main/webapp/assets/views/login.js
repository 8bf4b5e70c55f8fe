import { html, nothing } from "../lib/lit-html/lit-html.js";
import { kept } from "../storage.js";
import { enter, issuerLogin, rememberPlace } from "../login.js";
import { text } from "../parts.js";
import { set, state } from "../store.js";

let problem = null;
let busy = false;

async function submit(event) {
  event.preventDefault();
  if (busy) return;
  const { token, name } = event.target.elements;
  busy = true;
  set({});
  try {
    await enter({
      ...(token?.value ? { token: token.value.trim() } : {}),
      ...(name.value.trim() ? { name: name.value.trim() } : {}),
    });
    problem = null;
  } catch (refusal) {
    problem = refusal;
  }
  busy = false;
  set({});
}

const said401 = (refusal) =>
  refusal.status === 401 && state.login.needsToken
    ? "This token is wrong: the server does not know it, or no longer."
    : refusal.message;

export function view() {
  const { needsToken, said, issuer, endSession } = state.login;
  const shown = problem ? said401(problem) : said;
  return html`<main class="login">
    <form class="login-card form" @submit=${submit}>
      <div class="brand"><img src="favicon.svg" alt="" width="32" height="32" />Parley</div>
      <h1>${needsToken ? "Log in to watch and join" : "Come in"}</h1>
      ${shown ? html`<p class="write-problem" role="alert">${shown}</p>` : nothing}
      ${endSession
        ? html`<p class="quiet">You are logged out of Parley, and still logged in with ${text(issuer)}.
            <a href=${endSession} rel="noreferrer">Log out there, too</a></p>`
        : nothing}
      ${issuer
        ? html`<a class="button button-main" href=${issuerLogin} @click=${rememberPlace}>Log in with ${text(issuer)}</a>
            <p class="quiet">Or with a token of this server:</p>`
        : nothing}
      ${needsToken
        ? html`<label for="token">Token</label>
            <input
              id="token"
              name="token"
              class="input"
              type="password"
              required
              autocomplete="current-password"
              aria-describedby="token-help"
            />
            <p id="token-help" class="quiet">Whoever runs this server can give you one. It is kept in a cookie that no
              script can read.</p>`
        : nothing}
      <label for="name">Your name, as the agents see it</label>
      <input
        id="name"
        name="name"
        class="input"
        maxlength="32"
        pattern="[A-Za-z0-9][A-Za-z0-9_\\-]{0,31}"
        title="Letters, digits, - and _; at most 32"
        placeholder="person"
        autocomplete="username"
        .defaultValue=${kept("name") ?? ""}
      />
      <button class=${issuer ? "button" : "button button-main"} ?disabled=${busy}>${needsToken ? "Log in" : "Enter"}</button>
    </form>
  </main>`;
}
