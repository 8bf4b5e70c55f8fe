package dev.parley.engine;

import dev.parley.engine.delivery.ReadProgress;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.room.SessionMail;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.Mailbox;
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
import java.util.function.Supplier;

/** The mailbox of a connection, as its inbox delivers it. */
final class ConnectedMail implements SessionMail {
  private static final System.Logger LOG = System.getLogger(ConnectedMail.class.getName());

  private final SessionServices board;
  private final Mailbox box;
  private final Supplier<Optional<SessionId>> session;
  private volatile boolean counted;

  ConnectedMail(SessionServices board, Mailbox box, Supplier<Optional<SessionId>> session) {
    this.board = board;
    this.box = box;
    this.session = session;
  }

  @Override
  public List<Event> unasked(PageSize<Event> size) {
    if (!counted) {
      board.sessions().countNow(box, session.get());
      counted = true;
    }
    List<Event> events = new ArrayList<>();
    boolean more = true;
    while (more && events.isEmpty()) {
      Mailbox.Unasked unasked = box.ask();
      if (unasked.lost() > 0) {
        events.add(new MessagesLost(unasked.lost(), List.of()));
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

  /** A message as far as it was measured, in characters. */
  private record Measured(SessionId session, long seq, long length) {}

  /** Adds the messages that fit {@code size}; returns whether some are left. */
  private boolean take(Mailbox.Unasked unasked, PageSize<Event> size, List<Event> events) {
    List<Measured> all = new ArrayList<>();
    unasked
        .seqs()
        .forEach(
            (id, seqs) ->
                board
                    .sessions()
                    .lengths(box.workspace(), id, seqs)
                    .forEach((seq, length) -> all.add(new Measured(id, seq, length))));
    Map<SessionId, List<Long>> fitting = new LinkedHashMap<>();
    add(
        fitting,
        new PageSize<Measured>(size.limit(), size.budget(), Measured::length).firstOf(all));
    List<Event> read = new ArrayList<>();
    fitting.forEach(
        (id, seqs) ->
            board.sessions().messages(box.workspace(), id, seqs).stream()
                .map(DirectArrived::new)
                .forEach(read::add));
    List<Event> taken = size.firstOf(read);
    Map<SessionId, List<Long>> left = new LinkedHashMap<>();
    add(left, all.subList(taken.size(), all.size()));
    events.addAll(taken);
    return box.take(left);
  }

  private static void add(Map<SessionId, List<Long>> to, List<Measured> messages) {
    messages.forEach(
        each -> to.computeIfAbsent(each.session(), id -> new ArrayList<>()).add(each.seq()));
  }

  @Override
  public boolean isRead(SessionMessage message) {
    return box.isRead(message);
  }

  @Override
  public void answered(List<SessionMessage> messages, boolean arrived) {
    messages.forEach(message -> board.sessions().answered(box, message, arrived));
  }

  @Override
  public void seen(List<SessionMessage> messages, boolean byHook) {
    try {
      for (SessionMessage message : messages) {
        Optional<LiveSession> live = board.sessions().find(box.workspace(), message.session());
        live.ifPresent(in -> seen(in.key(), message, byHook));
      }
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG, "Database away; progress is not noted.", Masking.trace(away));
    }
  }

  private void seen(String topic, SessionMessage message, boolean byHook) {
    long seq = message.seq();
    long since = box.handedSince(message);
    ReadProgress offered =
        byHook ? ReadProgress.hooked(since, seq) : ReadProgress.polled(since, seq);
    board.readings().note(topic, box.agent(), offered);
    board.readings().note(topic, box.agent(), ReadProgress.seen(seq));
  }
}
