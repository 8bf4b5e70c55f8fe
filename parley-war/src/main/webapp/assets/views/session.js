import { head } from "../parts.js";
export const title = () => "session";
export const view = () => head("session");
