import { head } from "../parts.js";
export const title = () => "replay";
export const view = () => head("replay");
