package dev.parley.engine;

import dev.parley.engine.delivery.MailItem;
import dev.parley.engine.topic.OwnEvent;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.message.SessionMessage;
import java.lang.ref.SoftReference;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A session message as readers keep it. Its text is given up where memory runs short, and then read
 * from its row: agents that take nothing bound the number of their messages, not the length.
 */
final class StoredMail implements OwnEvent {
  private final MailItem item;
  private final Function<MailItem, Optional<SessionMessage>> rows;
  private final Predicate<MailItem> answered;
  private volatile SoftReference<DirectArrived> kept;

  /**
   * Makes the event of a message.
   *
   * @param rows reads a message
   * @param answered accepts a message that is skipped
   */
  StoredMail(
      DirectArrived arrived,
      Function<MailItem, Optional<SessionMessage>> rows,
      Predicate<MailItem> answered) {
    this.item = MailItem.of(arrived.message());
    this.rows = rows;
    this.answered = answered;
    this.kept = new SoftReference<>(arrived);
  }

  @Override
  public Optional<Event> event() {
    DirectArrived arrived = kept.get();
    if (arrived != null) {
      return Optional.of(arrived);
    }
    Optional<DirectArrived> read = rows.apply(item).map(DirectArrived::new);
    read.ifPresent(again -> kept = new SoftReference<>(again));
    return read.map(Event.class::cast);
  }

  @Override
  public boolean isAnswered() {
    return answered.test(item);
  }

  /** Gives up the text, as the collector does. */
  void forget() {
    kept.clear();
  }
}
