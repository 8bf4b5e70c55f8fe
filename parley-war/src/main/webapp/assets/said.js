// The messages of a session, as conversations show them.

const made = new WeakMap();

/**
 * Made once for each message, so that rows are compared by what they show.
 *
 * @param {object} message as the server has it
 * @param {number} seq of its event, which is its position in the session
 * @returns {import("./conversation.js").Said}
 */
export function said(message, seq = message.seq) {
  if (!made.has(message)) {
    made.set(message, {
      id: message.id,
      seq,
      at: message.sentAt,
      agent: message.from,
      name: message.from,
      verified: message.verified !== false,
      text: message.text,
      to: message.to,
      reply: null,
      thread: message.thread,
    });
  }
  return made.get(message);
}

/** The messages among events of a session. */
export const saidIn = (events) =>
  events.filter(({ kind }) => kind === "message_said").map(({ message, seq }) => said(message, seq));
