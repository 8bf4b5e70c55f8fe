import { html } from "../lib/lit-html/lit-html.js";
import { empty, head } from "../parts.js";

export const title = () => "Not here";

export const view = () =>
  html`${head("Not here")}
    ${empty("There is no such view", html`Its address may have been cut. <a href="#/now">Go to Now.</a>`)}`;
