// Loads the view that the address names, beside the modules that every view needs.

import { parse } from "./router.js";

// A view that cannot be loaded is asked for again by those who draw it, and they say so.
import(`./views/${parse(location.hash).view}.js`).catch(() => {});
