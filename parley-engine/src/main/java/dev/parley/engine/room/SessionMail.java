package dev.parley.engine.room;

import dev.parley.event.Event;
import dev.parley.message.SessionMessage;
import dev.parley.page.PageSize;
import java.util.List;

/** The session messages of a connection, as its inbox hands them over beside those of rooms. */
public interface SessionMail {
  /**
   * Takes what no call was answered with and no wait was given, as much as {@code size} has room
   * for. Once nothing is left, what comes is given to {@link ConnectedRooms#handOver}.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable}; nothing is taken then
   */
  List<Event> unasked(PageSize<Event> size);

  /** Whether a call that reads was answered with {@code message}. */
  boolean isRead(SessionMessage message);

  /** A wait was answered with {@code messages}, or that answer is known not to have arrived. */
  void answered(List<SessionMessage> messages, boolean arrived);

  /** The agent has shown that {@code messages} arrived. */
  void seen(List<SessionMessage> messages);
}
