// The login of the person at this page: its begin, its end, and its end by the server.

import { address, get, post } from "./api.js";
import { renamed } from "./drafts.js";
import { followSession, startLive, stopLive } from "./live.js";
import { instead } from "./router.js";
import { keep, kept } from "./storage.js";
import { set, state } from "./store.js";
import { retryNow } from "./stream.js";
import { arrivedIn, leftAll } from "./workspaces.js";

/** The state of somebody who is not logged in: the ways to log in, and why it is so. */
const outside = ({ needsToken, issuer = null }, said, endSession = null) => ({
  needsToken,
  issuer,
  said,
  endSession,
});

/** The address where a login with the issuer begins. It comes back to the page, which opens this place again. */
export const issuerLogin = address("login/oidc");

export const rememberPlace = () => keep("place", location.hash || null);

function entered(me) {
  const place = kept("place");
  keep("place", null);
  if (place?.startsWith("#/") && !location.hash) instead(place);
  keep("name", me.name);
  keep("out", null);
  set({ me, login: null, dialog: null, session: me.session ?? null, current: me.session ?? null });
  arrivedIn(me);
  followSession();
  startLive(signedOut);
}

/** The server knows no login of ours: where it asks for no token, one begins without a word. */
export async function signedOut(facts) {
  if (!state.me || returning || entering) return;
  const needsToken = facts.needsToken ?? state.me.needsToken;
  if (!needsToken && (await returned())) return;
  stopLive();
  leftAll();
  set({ me: null, login: outside({ needsToken, issuer: state.me.issuer }, "You were logged out.") });
}

let returning = false;

/** The server ends the login before: its end, which the stream may notice first, is no logout. */
let entering = false;

async function returned() {
  returning = true;
  try {
    const { name, workspace } = state.me;
    set({ me: await post("login", { name, workspace }) });
    retryNow();
    return true;
  } catch {
    return false;
  } finally {
    returning = false;
  }
}

/**
 * Logs in. One who is logged in already takes another name by it.
 *
 * @param {{token?: string, name?: string}} as
 */
export async function enter(as) {
  const before = state.me;
  const here = before ? { workspace: before.workspace } : {};
  entering = true;
  let me;
  try {
    me = await post("login", { ...here, ...as });
  } finally {
    entering = false;
  }
  if (before) {
    renamed(before, me);
    stopLive();
  }
  entered(me);
}

export async function leave() {
  const { me } = state; // the stream may end first, and take it away
  await post("logout").catch(() => {});
  keep("out", "yes");
  stopLive();
  leftAll();
  set({ me: null, dialog: null, login: outside(me, null, me.endSession) });
}

export async function open() {
  let me;
  try {
    me = await get("me");
  } catch {
    set({ login: null, connection: { ...state.connection, phase: "waiting", retryAt: Date.now() + 2000 } });
    setTimeout(open, 2000);
    return;
  }
  const { needsToken } = me;
  if (me.name !== null) {
    entered(me);
  } else if (!needsToken && !kept("out")) {
    const name = kept("name");
    await enter(name ? { name } : {}).catch((refusal) => set({ login: outside(me, refusal.message) }));
  } else {
    set({ login: outside(me, null) });
  }
}
