package dev.parley.engine.room;

import dev.parley.engine.delivery.MailItem;
import dev.parley.engine.topic.OwnEvent;
import dev.parley.event.Event;
import dev.parley.page.PageSize;
import java.util.List;

/** The session messages of a connection, as its inbox delivers them beside those of rooms. */
public interface SessionMail {
  /**
   * Takes the messages that no call has returned and no poll was given, as many as fit {@code
   * size}. Once none is left, new ones go to {@link ConnectedRooms#deliver}.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable}; nothing is taken then
   */
  List<OwnEvent> unasked(PageSize<Event> size);

  /**
   * Called when a poll has returned {@code messages}, or that result is known not to have arrived.
   */
  void answered(List<MailItem> messages, boolean arrived);

  /**
   * Called when {@code messages} are known to have arrived.
   *
   * @param byHook whether a hook or a wake handed them out
   */
  void seen(List<MailItem> messages, boolean byHook);
}
