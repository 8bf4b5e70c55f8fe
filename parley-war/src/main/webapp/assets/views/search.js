import { head } from "../parts.js";
export const title = () => "search";
export const view = () => head("search");
