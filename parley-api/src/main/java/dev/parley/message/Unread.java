package dev.parley.message;

/**
 * What waits for an agent and was not the answer to any call of its connection yet. What was pushed
 * counts as well, unless whoever is pushed to is known to show it.
 *
 * @param direct messages to the agent alone, in the session it is in
 * @param mentions messages in its rooms that name it after an {@code @}, of the newest that are
 *     kept
 */
public record Unread(long direct, long mentions) {

  /** Whether there is nothing. */
  public boolean isNone() {
    return direct == 0 && mentions == 0;
  }
}
