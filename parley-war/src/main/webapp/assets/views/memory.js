import { head } from "../parts.js";
export const title = () => "memory";
export const view = () => head("memory");
