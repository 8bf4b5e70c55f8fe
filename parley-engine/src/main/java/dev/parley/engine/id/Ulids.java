package dev.parley.engine.id;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;

/** Ids that sort by the time of their creation: monotonic ULIDs. */
public final class Ulids {
  private Ulids() {}

  /** Returns the next id. */
  public static String next() {
    return UlidCreator.getMonotonicUlid().toString();
  }

  /** Returns the id of the next message. */
  public static MessageId nextMessage() {
    return new MessageId(next());
  }

  /**
   * Returns the id of the next connection.
   *
   * @param verified whether the name of its agent is verified
   */
  public static ConnectionId nextConnection(boolean verified) {
    return ConnectionId.of(next(), verified);
  }
}
