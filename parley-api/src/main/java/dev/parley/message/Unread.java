package dev.parley.message;

/**
 * The counts of messages for an agent that no call of its connection has returned yet. A pushed
 * message counts as well, unless the client is known to show pushes.
 *
 * @param direct messages to the agent alone, in its session
 * @param mentions messages in its rooms that name it after an {@code @}, among the newest stored
 *     ones
 */
public record Unread(long direct, long mentions) {

  /** Returns true if there are none. */
  public boolean isNone() {
    return direct == 0 && mentions == 0;
  }
}
