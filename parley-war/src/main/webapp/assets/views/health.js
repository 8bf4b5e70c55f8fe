import { head } from "../parts.js";
export const title = () => "health";
export const view = () => head("health");
