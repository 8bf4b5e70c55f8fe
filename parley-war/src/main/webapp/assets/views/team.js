import { head } from "../parts.js";
export const title = () => "team";
export const view = () => head("team");
