// The person's rights: a page offers only what its server would not refuse.

import { state } from "./store.js";

/** Returns true if the person may "talk" in rooms, "work" in sessions, "lead", or "administer". */
export const may = (act) => state.me?.may?.includes(act) ?? false;
