package dev.parley.war.feed;

import java.util.Locale;

/** The events of the page's stream, {@code GET /api/stream}, by their names on the wire. */
public enum FeedEvent {
  /**
   * The first event of a stream: the {@code session} it shows, the {@code workspace}, and the
   * {@code version} of the server. A page that reads its lists after it has missed nothing.
   */
  HELLO,
  /** A change of the session, as {@code GET /api/sessions/{session}/events} has it. */
  EVENT,
  /** A message of a room, as {@code GET /api/rooms/{room}/messages} has it. */
  MESSAGE,
  /** A thought of an {@code agent}: its {@code text}, which is not stored. */
  THINKING,
  /** The agents whose presence, state or stop changed, in {@code items}. */
  AGENTS,
  /** The list of rooms changed; {@code followed} names those whose messages arrive from now on. */
  ROOMS,
  /** Another session is the current one; {@code id} names it, and its events arrive from now on. */
  SESSION,
  /** The list of what waits for the person changed; {@code count} is its length. */
  WAITING;

  /** Returns its name in the field {@code event} of the stream. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
