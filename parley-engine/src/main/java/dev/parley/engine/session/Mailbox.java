package dev.parley.engine.session;

import dev.parley.engine.delivery.MailItem;
import dev.parley.engine.topic.AnsweredSeqs;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The mailbox of one connection for session messages. It knows the messages no call has returned
 * yet; a push alone removes none of them, unless pushes are known to be shown.
 */
public final class Mailbox {
  private static final int MAX_COUNTED = 10_000;
  private static final int MAX_UNASKED = 1_000;

  private final WorkspaceId workspace;
  private final AgentId agent;
  private final Predicate<SessionId> isIn;
  private final BooleanSupplier pushesAreShown;
  private final Delivery delivery;
  private final Map<SessionId, TreeSet<Long>> unread = new HashMap<>();

  /** The messages the next poll begins with, as no reader of the connection has them. */
  private final Map<SessionId, TreeSet<Long>> pending = new HashMap<>();

  /**
   * The messages reading calls of this connection have returned; {@code answered} has those of
   * polls too.
   */
  private final Map<SessionId, AnsweredSeqs> read = new ConcurrentHashMap<>();

  private final Map<SessionId, AnsweredSeqs> answered = new ConcurrentHashMap<>();

  /** The messages passed to the inbox's reader. */
  private final Map<SessionId, AnsweredSeqs> delivered = new ConcurrentHashMap<>();

  /**
   * For each session, the newest message from before the connection, and where the mailbox began.
   */
  private final Map<SessionId, Long> before = new HashMap<>();

  private final Map<SessionId, Long> begunAfter = new HashMap<>();
  private long lost;
  private boolean asked;

  /** True while a poll takes the messages it begins with; later ones come after them. */
  private boolean asking;

  /** The way of a message to its connection. */
  public interface Delivery {
    /** Delivers {@code message}; where {@code asked}, to the inbox as well. */
    void deliver(SessionMessage message, boolean asked);

    /** Called when messages wait to be asked for that the inbox was not given at its last poll. */
    default void waiting() {}
  }

  /** The messages the next poll begins with, by session. */
  public record Unasked(Map<SessionId, List<Long>> seqs, long lost) {}

  /**
   * Makes the mailbox of a connection.
   *
   * @param isIn whether it receives messages to everyone in a session
   * @param pushesAreShown whether the agent is known to see what is pushed
   */
  public Mailbox(
      WorkspaceId workspace,
      AgentId agent,
      Predicate<SessionId> isIn,
      BooleanSupplier pushesAreShown,
      Delivery delivery) {
    this.workspace = workspace;
    this.agent = agent;
    this.isIn = isIn;
    this.pushesAreShown = pushesAreShown;
    this.delivery = delivery;
  }

  /** Returns its workspace. */
  public WorkspaceId workspace() {
    return workspace;
  }

  /** Returns its agent. */
  public AgentId agent() {
    return agent;
  }

  /** Delivers {@code message} where it is for this agent. */
  void take(SessionMessage message) {
    boolean direct = message.to().filter(agent::equals).isPresent();
    boolean forAll = message.to().isEmpty() && isIn.test(message.session());
    if (message.from().equals(agent) || !(direct || forAll) || isRead(MailItem.of(message))) {
      return;
    }
    delivery.deliver(message, register(message.session(), message.seq(), direct));
  }

  /** Counts the message; returns true if the inbox gets it at once. */
  private synchronized boolean register(SessionId session, long seq, boolean direct) {
    if (contains(delivered, session, seq)) {
      return false; // counted before it came: sent while this connection began
    }
    if (direct) {
      addUnread(session, seq);
    }
    boolean toInbox = asked && !asking && pending.isEmpty();
    if (toInbox) {
      delivered(session).add(seq, seq);
    } else if (asked || !pushesAreShown.getAsBoolean()) {
      addUnasked(session, seq);
    }
    return toInbox;
  }

  /** Counts a message to the agent alone from before its connection. */
  synchronized void count(SessionId session, long seq) {
    before.merge(session, seq, Math::max);
    if (!contains(read, session, seq) && !contains(delivered, session, seq)) {
      addUnread(session, seq);
      addUnasked(session, seq);
    }
  }

  /** Has the inbox ask again, where messages were counted after it had asked. */
  void remind() {
    boolean late;
    synchronized (this) {
      late = asked && !pending.isEmpty();
    }
    if (late) {
      delivery.waiting();
    }
  }

  private void addUnread(SessionId session, long seq) {
    TreeSet<Long> counted = unread.computeIfAbsent(session, id -> new TreeSet<>());
    if (counted.size() < MAX_COUNTED) {
      counted.add(seq);
    }
  }

  private void addUnasked(SessionId session, long seq) {
    TreeSet<Long> waiting = pending.computeIfAbsent(session, id -> new TreeSet<>());
    if (waiting.add(seq) && waiting.size() > MAX_UNASKED) {
      waiting.pollFirst();
      lost++;
    }
  }

  /**
   * Takes the messages the next poll begins with. Ended by {@link #take} or {@link #putBack}; later
   * messages are delivered to it, unless some were left behind.
   */
  public synchronized Unasked ask() {
    asked = true;
    asking = true;
    Map<SessionId, List<Long>> seqs = new HashMap<>();
    pending.forEach(
        (session, waiting) -> {
          waiting.forEach(seq -> delivered(session).add(seq, seq));
          seqs.put(session, new ArrayList<>(waiting));
        });
    pending.clear();
    Unasked taken = new Unasked(seqs, lost);
    lost = 0;
    return taken;
  }

  /**
   * Puts back the messages the next poll has no room for.
   *
   * @return true if there are messages for the poll after it
   */
  public synchronized boolean take(Map<SessionId, List<Long>> left) {
    putBack(new Unasked(left, 0));
    return !pending.isEmpty();
  }

  /** Puts back the messages that could not be read. */
  public synchronized void putBack(Unasked taken) {
    asking = false;
    lost += taken.lost();
    taken
        .seqs()
        .forEach(
            (session, seqs) ->
                seqs.forEach(
                    seq -> {
                      delivered(session).remove(seq, seq);
                      addUnasked(session, seq);
                    }));
  }

  /**
   * Records that a call of the agent, over any connection, has returned everything up to {@code
   * upTo}.
   */
  synchronized void answered(SessionId session, long upTo) {
    TreeSet<Long> counted = unread.get(session);
    if (counted != null) {
      counted.headSet(upTo, true).clear();
      if (counted.isEmpty()) {
        unread.remove(session);
      }
    }
  }

  /**
   * Records that a call of the agent, over any connection, has returned {@code seq}, or has not
   * after all.
   */
  synchronized void answered(SessionId session, long seq, boolean arrived) {
    if (!arrived) {
      addUnread(session, seq);
      return;
    }
    TreeSet<Long> counted = unread.get(session);
    if (counted != null && counted.remove(seq) && counted.isEmpty()) {
      unread.remove(session);
    }
  }

  /**
   * Records that a reading call of this connection has returned everything for the agent from first
   * to last.
   */
  public synchronized void read(SessionId session, long first, long last) {
    read.computeIfAbsent(session, id -> new AnsweredSeqs()).add(first, last);
    TreeSet<Long> waiting = pending.get(session);
    if (waiting != null) {
      waiting.subSet(first, true, last, true).clear();
      if (waiting.isEmpty()) {
        pending.remove(session);
      }
    }
  }

  /** Records that a poll of this connection has returned {@code seq}, or has not after all. */
  void waited(SessionId session, long seq, boolean arrived) {
    AnsweredSeqs seqs = answered.computeIfAbsent(session, id -> new AnsweredSeqs());
    if (arrived) {
      seqs.add(seq, seq);
    } else {
      seqs.remove(seq, seq);
    }
  }

  /**
   * Returns the number after which this connection has delivered everything up to {@code message}.
   */
  public synchronized long handedSince(MailItem message) {
    long previous = message.seq() - 1;
    return message.seq() <= before.getOrDefault(message.session(), 0L)
        ? previous
        : begunAfter.computeIfAbsent(message.session(), id -> previous);
  }

  /** Returns true if a reading call has returned {@code message}. */
  public boolean isRead(MailItem message) {
    return contains(read, message.session(), message.seq());
  }

  /** Returns true if any call has returned {@code message}. */
  public boolean isAnswered(MailItem message) {
    return isRead(message) || contains(answered, message.session(), message.seq());
  }

  /** Counts the messages to the agent alone that no call has returned. */
  public synchronized long unread() {
    return unread.values().stream().mapToLong(TreeSet::size).sum();
  }

  private AnsweredSeqs delivered(SessionId session) {
    return delivered.computeIfAbsent(session, id -> new AnsweredSeqs());
  }

  private static boolean contains(Map<SessionId, AnsweredSeqs> of, SessionId session, long seq) {
    AnsweredSeqs seqs = of.get(session);
    return seqs != null && seqs.contains(seq);
  }
}
