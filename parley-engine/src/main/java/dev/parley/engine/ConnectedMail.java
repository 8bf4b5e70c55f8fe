package dev.parley.engine;

import dev.parley.engine.delivery.MailItem;
import dev.parley.engine.delivery.ReadProgress;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.room.SessionMail;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.Mailbox;
import dev.parley.engine.topic.OwnEvent;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessagesLost;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;
import dev.parley.page.PageSize;
import dev.parley.problem.ParleyException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The mailbox of a connection, as its inbox delivers it. */
final class ConnectedMail implements SessionMail {
  private static final System.Logger LOG = System.getLogger(ConnectedMail.class.getName());

  /** The number of messages that are measured in one statement. */
  private static final int MEASURED_AT_ONCE = 32;

  private final SessionServices board;
  private final Mailbox box;
  private final SessionChoice choice;
  private volatile boolean counted;

  ConnectedMail(SessionServices board, Mailbox box, SessionChoice choice) {
    this.board = board;
    this.box = box;
    this.choice = choice;
  }

  @Override
  public List<OwnEvent> unasked(PageSize<Event> size) {
    if (!choice.receives()) {
      return List.of();
    }
    if (!counted) {
      board.sessions().countNow(box, choice.get());
      counted = true;
    }
    board.sessions().deliverNow(box.workspace(), choice.get());
    List<OwnEvent> events = new ArrayList<>();
    boolean more = true;
    while (more && events.isEmpty()) {
      Mailbox.Unasked unasked = box.ask();
      if (unasked.lost() > 0) {
        events.add(OwnEvent.of(new MessagesLost(unasked.lost(), List.of())));
      }
      try {
        more = take(unasked, size, events);
      } catch (ParleyException away) {
        box.putBack(unasked);
        throw away;
      }
    }
    return events;
  }

  /** A message that waits. */
  private record Waiting(SessionId session, long seq) {}

  /** A message as far as it was measured, in characters. */
  private record Measured(Waiting message, long length) {}

  /** Adds the messages that fit {@code size}; returns whether some are left. */
  private boolean take(Mailbox.Unasked unasked, PageSize<Event> size, List<OwnEvent> events) {
    List<Waiting> all = new ArrayList<>();
    unasked.seqs().forEach((id, seqs) -> seqs.forEach(seq -> all.add(new Waiting(id, seq))));
    List<Measured> measured = new ArrayList<>();
    int next = 0;
    long budget = size.budget();
    while (next < all.size() && measured.size() < size.limit() && budget > 0) {
      List<Waiting> some = all.subList(next, Math.min(all.size(), next + MEASURED_AT_ONCE));
      next += some.size();
      for (Measured each : measure(some)) {
        measured.add(each);
        budget -= each.length();
      }
    }
    List<DirectArrived> read = new ArrayList<>();
    bySession(
            new PageSize<Measured>(size.limit(), size.budget(), Measured::length)
                .firstOf(measured).stream().map(Measured::message).toList())
        .forEach(
            (id, seqs) ->
                board.sessions().messages(box.workspace(), id, seqs).stream()
                    .map(DirectArrived::new)
                    .forEach(read::add));
    List<DirectArrived> taken =
        new PageSize<DirectArrived>(size.limit(), size.budget(), size.weight()).firstOf(read);
    taken.forEach(arrived -> events.add(polled(arrived)));
    List<Waiting> left = new ArrayList<>();
    measured.subList(taken.size(), measured.size()).forEach(each -> left.add(each.message()));
    left.addAll(all.subList(next, all.size()));
    return box.take(bySession(left));
  }

  /** Measures messages; one that is stored no more is left out. */
  private List<Measured> measure(List<Waiting> messages) {
    List<Measured> measured = new ArrayList<>(messages.size());
    bySession(messages)
        .forEach(
            (id, seqs) ->
                board
                    .sessions()
                    .lengths(box.workspace(), id, seqs)
                    .forEach(
                        (seq, length) -> measured.add(new Measured(new Waiting(id, seq), length))));
    return measured;
  }

  private static Map<SessionId, List<Long>> bySession(List<Waiting> messages) {
    Map<SessionId, List<Long>> sessions = new LinkedHashMap<>();
    messages.forEach(
        each -> sessions.computeIfAbsent(each.session(), id -> new ArrayList<>()).add(each.seq()));
    return sessions;
  }

  /** Returns {@code arrived} for the reader of pushes, which skips what any call has returned. */
  OwnEvent pushed(DirectArrived arrived) {
    return new StoredMail(arrived, this::again, box::isAnswered);
  }

  /** Returns {@code arrived} for the inbox, which skips what reading calls have returned. */
  OwnEvent polled(DirectArrived arrived) {
    return new StoredMail(arrived, this::again, box::isRead);
  }

  private Optional<SessionMessage> again(MailItem item) {
    return board.sessions().messages(box.workspace(), item.session(), List.of(item.seq())).stream()
        .findFirst();
  }

  @Override
  public void answered(List<MailItem> messages, boolean arrived) {
    messages.forEach(message -> board.sessions().answered(box, message, arrived));
  }

  @Override
  public void seen(List<MailItem> messages, boolean byHook) {
    try {
      for (MailItem message : messages) {
        Optional<LiveSession> live = board.sessions().find(box.workspace(), message.session());
        live.ifPresent(in -> seen(in.key(), message, byHook));
      }
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG, "Database away; progress is not noted.", Masking.trace(away));
    }
  }

  private void seen(String topic, MailItem message, boolean byHook) {
    long seq = message.seq();
    long since = box.handedSince(message);
    ReadProgress offered =
        byHook ? ReadProgress.hooked(since, seq) : ReadProgress.polled(since, seq);
    board.readings().note(topic, box.agent(), offered);
    board.readings().note(topic, box.agent(), ReadProgress.seen(seq));
  }
}
