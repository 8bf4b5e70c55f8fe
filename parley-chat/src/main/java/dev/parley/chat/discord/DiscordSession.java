package dev.parley.chat.discord;

import org.jspecify.annotations.Nullable;

/** The session of the gateway that a new connection can go on with. */
final class DiscordSession {

  /**
   * The place to go on from.
   *
   * @param id the id of the session
   * @param seq the number of the last event that came
   * @param address the address at which the session goes on
   */
  record Resume(String id, long seq, String address) {}

  private @Nullable String id;
  private @Nullable String address;
  private long seq = -1;

  /** Takes note of a new session. */
  synchronized void isNew(String newId, String newAddress) {
    id = newId;
    address = newAddress;
  }

  /** Takes note of the number of an event that came. */
  synchronized void came(long number) {
    seq = number;
  }

  /** The number of the last event that came; -1 before the first. */
  synchronized long seq() {
    return seq;
  }

  /** The place to go on from; null where a new session has to be opened. */
  synchronized @Nullable Resume resume() {
    return id == null || address == null || seq < 0 ? null : new Resume(id, seq, address);
  }

  /** Drops the session, as Discord has. */
  synchronized void forget() {
    id = null;
    address = null;
    seq = -1;
  }
}
