import { head } from "../parts.js";
export const title = () => "sessions";
export const view = () => head("sessions");
