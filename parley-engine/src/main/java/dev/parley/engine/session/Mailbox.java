package dev.parley.engine.session;

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
 * The place where what is said in sessions comes for one connection. It knows what no call was
 * answered with yet: a push alone takes nothing away from that, unless pushes are known to be
 * shown.
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

  /** What the next wait begins with, as it is in no reading of the connection. */
  private final Map<SessionId, TreeSet<Long>> unasked = new HashMap<>();

  /** What this connection was answered with by calls that read; by calls that wait, too. */
  private final Map<SessionId, AnsweredSeqs> read = new ConcurrentHashMap<>();

  private final Map<SessionId, AnsweredSeqs> answered = new ConcurrentHashMap<>();

  /** What went to the reading of those who wait. */
  private final Map<SessionId, AnsweredSeqs> handed = new ConcurrentHashMap<>();

  /** Of each session the newest message from before the connection, and where it began. */
  private final Map<SessionId, Long> before = new HashMap<>();

  private final Map<SessionId, Long> begunAfter = new HashMap<>();
  private long lost;
  private boolean asked;

  /**
   * True while somebody is taking what the next wait begins with; what comes meanwhile is behind.
   */
  private boolean asking;

  /** The way of a message to its connection. */
  public interface Delivery {
    /** Delivers {@code message}; where {@code asked}, to those who wait as well. */
    void deliver(SessionMessage message, boolean asked);
  }

  /** The messages the next wait begins with, by their sessions. */
  public record Unasked(Map<SessionId, List<Long>> seqs, long lost) {}

  /**
   * The mailbox of a connection.
   *
   * @param isIn whether it hears what is said to everyone in a session
   * @param pushesAreShown whether what is pushed is known to reach the agent
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

  /** The workspace it is in. */
  public WorkspaceId workspace() {
    return workspace;
  }

  /** The agent it is for. */
  public AgentId agent() {
    return agent;
  }

  /** Delivers {@code message} where it is for this agent. */
  void take(SessionMessage message) {
    boolean direct = message.to().filter(agent::equals).isPresent();
    boolean forAll = message.to().isEmpty() && isIn.test(message.session());
    if (message.from().equals(agent) || !(direct || forAll) || isRead(message)) {
      return;
    }
    delivery.deliver(message, note(message.session(), message.seq(), direct));
  }

  /** Answers whether those who wait are given it at once. */
  private synchronized boolean note(SessionId session, long seq, boolean direct) {
    if (contains(handed, session, seq)) {
      return false; // counted before it came: it was said while this connection began
    }
    if (direct) {
      addUnread(session, seq);
    }
    boolean hand = asked && !asking && unasked.isEmpty();
    if (hand) {
      handed(session).add(seq, seq);
    } else if (asked || !pushesAreShown.getAsBoolean()) {
      addUnasked(session, seq);
    }
    return hand;
  }

  /** Counts a message to the agent alone that is from before its connection. */
  synchronized void count(SessionId session, long seq) {
    before.merge(session, seq, Math::max);
    if (!contains(read, session, seq) && !contains(handed, session, seq)) {
      addUnread(session, seq);
      addUnasked(session, seq);
    }
  }

  private void addUnread(SessionId session, long seq) {
    TreeSet<Long> counted = unread.computeIfAbsent(session, id -> new TreeSet<>());
    if (counted.size() < MAX_COUNTED) {
      counted.add(seq);
    }
  }

  private void addUnasked(SessionId session, long seq) {
    TreeSet<Long> waiting = unasked.computeIfAbsent(session, id -> new TreeSet<>());
    if (waiting.add(seq) && waiting.size() > MAX_UNASKED) {
      waiting.pollFirst();
      lost++;
    }
  }

  /**
   * Takes what the next wait begins with. Ended by {@link #take} or {@link #putBack}; what comes
   * from then on is delivered to it, where nothing was left behind.
   */
  public synchronized Unasked ask() {
    asked = true;
    asking = true;
    Map<SessionId, List<Long>> seqs = new HashMap<>();
    unasked.forEach(
        (session, waiting) -> {
          waiting.forEach(seq -> handed(session).add(seq, seq));
          seqs.put(session, new ArrayList<>(waiting));
        });
    unasked.clear();
    Unasked taken = new Unasked(seqs, lost);
    lost = 0;
    return taken;
  }

  /**
   * Puts back what the next wait has no room for.
   *
   * @return whether there is something for the wait after it
   */
  public synchronized boolean take(Map<SessionId, List<Long>> left) {
    putBack(new Unasked(left, 0));
    return !unasked.isEmpty();
  }

  /** Puts back what could not be read. */
  public synchronized void putBack(Unasked taken) {
    asking = false;
    lost += taken.lost();
    taken
        .seqs()
        .forEach(
            (session, seqs) ->
                seqs.forEach(
                    seq -> {
                      handed(session).remove(seq, seq);
                      addUnasked(session, seq);
                    }));
  }

  /** The agent, by whichever connection, was answered with what stands up to {@code upTo}. */
  synchronized void answered(SessionId session, long upTo) {
    TreeSet<Long> counted = unread.get(session);
    if (counted != null) {
      counted.headSet(upTo, true).clear();
      if (counted.isEmpty()) {
        unread.remove(session);
      }
    }
  }

  /** The agent, by whichever connection, was answered with {@code seq}, or was not after all. */
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

  /** A call of this connection that reads was answered with all it is for from first to last. */
  public synchronized void read(SessionId session, long first, long last) {
    read.computeIfAbsent(session, id -> new AnsweredSeqs()).add(first, last);
    TreeSet<Long> waiting = unasked.get(session);
    if (waiting != null) {
      waiting.subSet(first, true, last, true).clear();
      if (waiting.isEmpty()) {
        unasked.remove(session);
      }
    }
  }

  /** A call of this connection that waits was answered with {@code seq}, or was not after all. */
  void waited(SessionId session, long seq, boolean arrived) {
    AnsweredSeqs seqs = answered.computeIfAbsent(session, id -> new AnsweredSeqs());
    if (arrived) {
      seqs.add(seq, seq);
    } else {
      seqs.remove(seq, seq);
    }
  }

  /** The position after which everything up to {@code message} was handed over here. */
  public synchronized long handedSince(SessionMessage message) {
    long previous = message.seq() - 1;
    return message.seq() <= before.getOrDefault(message.session(), 0L)
        ? previous
        : begunAfter.computeIfAbsent(message.session(), id -> previous);
  }

  /** Whether a call that reads was answered with {@code message}. */
  public boolean isRead(SessionMessage message) {
    return contains(read, message.session(), message.seq());
  }

  /** Whether any call was answered with {@code message}. */
  public boolean isAnswered(SessionMessage message) {
    return isRead(message) || contains(answered, message.session(), message.seq());
  }

  /** How many messages to the agent alone no answer had. */
  public synchronized long unread() {
    return unread.values().stream().mapToLong(TreeSet::size).sum();
  }

  private AnsweredSeqs handed(SessionId session) {
    return handed.computeIfAbsent(session, id -> new AnsweredSeqs());
  }

  private static boolean contains(Map<SessionId, AnsweredSeqs> of, SessionId session, long seq) {
    AnsweredSeqs seqs = of.get(session);
    return seqs != null && seqs.contains(seq);
  }
}
