import { head } from "../parts.js";
export const title = () => "artifacts";
export const view = () => head("artifacts");
