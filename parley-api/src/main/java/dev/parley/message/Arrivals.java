package dev.parley.message;

import java.util.List;

/**
 * What came for a connection.
 *
 * @param messages what others said, in the order it came
 * @param lost how many messages of others were gone before they could be handed over
 * @param next what to give with the next call, which says that these arrived
 */
public record Arrivals(List<Message> messages, long lost, long next) {

  /** Copies the list. */
  public Arrivals {
    messages = List.copyOf(messages);
  }
}
