package dev.parley.chat.xmpp;

import java.time.Duration;

/**
 * Times, and the beginning of the names of rooms.
 *
 * @param roomPrefix stands before the names of rooms that the address does not name
 * @param reply the longest wait for an answer of the server
 * @param check the time between two checks that the login and the rooms are still there
 */
record XmppTuning(String roomPrefix, Duration reply, Duration check) {
  /** No prefix, 10 s and 60 s. */
  static final XmppTuning DEFAULT =
      new XmppTuning("", Duration.ofSeconds(10), Duration.ofSeconds(60));
}
