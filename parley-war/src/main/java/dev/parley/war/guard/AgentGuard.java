package dev.parley.war.guard;

import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.LoopStopped;
import dev.parley.problem.ParleyException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The guard of one agent: it refuses to send once messages answer each other without end.
 *
 * <p>Two counts run up, each when the agent was handed a message of another agent and then sends.
 * The <em>depth</em> is one more than the least depth of the messages handed to it since it last
 * sent: it counts the answers in a row among all agents of a ring. The <em>exchanges</em> count the
 * agent's own answers: they end what the depth does not see. A person or work sets both to 0. A
 * sender that is handed nothing in between is never stopped.
 */
public final class AgentGuard {
  private static final int NOTHING = Integer.MAX_VALUE;
  private static final int MAX_NAMED = 8;

  private final LoopGuards node;
  private final WorkspaceId workspace;
  private final AgentId agent;
  private final RepeatedText repeated;
  private final SleepingReceivers sleeping = new SleepingReceivers();

  /** The least depth among the messages handed out since it last sent. */
  private volatile int handedDepth = NOTHING;

  /** The newest message that was pushed since, where its client may have shown it. */
  private volatile @Nullable Event pushed;

  private volatile int depth;
  private volatile long lastSent;
  private volatile @Nullable LoopStop stop;

  /** Guarded by this, as are the fields below. */
  private int exchanges;

  private @Nullable Instant since;
  private final ArrayDeque<AgentId> with = new ArrayDeque<>();

  AgentGuard(LoopGuards node, WorkspaceId workspace, AgentId agent) {
    this.node = node;
    this.workspace = workspace;
    this.agent = agent;
    this.repeated = new RepeatedText(node.clock());
  }

  /** Returns the agent. */
  public AgentId agent() {
    return agent;
  }

  /** Returns its stop, if it is stopped. */
  public Optional<LoopStop> stop() {
    return Optional.ofNullable(stop);
  }

  /** Returns the agents that its messages do not wake for a while. */
  public SleepingReceivers sleeping() {
    return sleeping;
  }

  /**
   * Returns the time of the agent's last message. What was sent before it and is read again is
   * nothing new to answer.
   */
  public Instant lastSent() {
    return Instant.ofEpochMilli(lastSent);
  }

  /** Notes that a message of {@code from} was handed to the agent; one of a person does nothing. */
  public void handed(AgentId from) {
    if (from.equals(agent) || !node.isOn() || node.isPerson(workspace, from)) {
      return;
    }
    int theirs = depthOf(from);
    synchronized (this) {
      handedDepth = Math.min(handedDepth, theirs);
      name(from);
    }
    repeated.handed();
  }

  /**
   * Notes the newest event that was pushed to the agent. A push proves nothing, so it counts for
   * the depth alone. The answer to a permission request says nothing and hides no message.
   */
  public void pushed(Event event) {
    if (event.kind() != Event.Kind.PERMISSION_DECIDED) {
      pushed = event;
    }
  }

  /** Notes that a person has spoken to the agent or lifts its stop; returns whether it had one. */
  public boolean reset() {
    boolean lifted;
    synchronized (this) {
      lifted = stop != null;
      stop = null;
      clear();
    }
    repeated.clear();
    if (lifted) {
      node.changed(workspace, agent);
    }
    return lifted;
  }

  /** Notes work of the agent. It sets the counts to 0; a stop stays. */
  public void worked() {
    if (stop == null) {
      synchronized (this) {
        clear();
      }
      repeated.clear();
    }
  }

  /**
   * Sends a message of the agent by {@code sending}, or refuses it.
   *
   * @param destination the room or agent it is for
   * @param key its idempotency key; with the same key again, the same text is no repeat
   * @throws ParleyException {@code loop_stopped}, {@code repeated}; nothing is sent
   */
  public <T> T send(String destination, String text, Optional<String> key, Supplier<T> sending) {
    if (!node.isOn()) {
      return sending.get();
    }
    notePushed();
    if (handedDepth != NOTHING || stop != null) {
      check();
    }
    repeated.check(destination, text, key);
    T sent = sending.get();
    if (handedDepth != NOTHING) {
      answered();
    }
    lastSent = node.clock().millis();
    repeated.sent(destination, text, key);
    return sent;
  }

  private void notePushed() {
    Event newest = pushed;
    if (newest == null) {
      return;
    }
    pushed = null;
    AgentId from =
        newest instanceof MessageArrived room
            ? room.message().sender().agent()
            : newest instanceof DirectArrived direct ? direct.message().from() : agent;
    handed(from);
  }

  private void check() {
    LoopStop now = stop;
    if (now == null) {
      now = stopIfDue();
      if (now == null) {
        return;
      }
      node.changed(workspace, agent);
    }
    throw new ParleyException(new LoopStopped(now.with(), now.limit(), now.exchangedSince()));
  }

  private synchronized @Nullable LoopStop stopIfDue() {
    int limit = node.limits().exchanges();
    if (handedDepth == NOTHING || (handedDepth + 1 < limit && exchanges < limit)) {
      return null;
    }
    Instant now = node.clock().instant();
    Instant begun = since;
    stop =
        new LoopStop(
            with.stream().map(AgentId::value).toList(), limit, begun == null ? now : begun, now);
    return stop;
  }

  private synchronized void answered() {
    if (handedDepth == NOTHING) {
      return;
    }
    depth = handedDepth + 1;
    handedDepth = NOTHING;
    exchanges++;
    if (since == null) {
      since = node.clock().instant();
    }
  }

  /** Returns the depth of another agent's messages; one elsewhere is taken to answer this one. */
  private int depthOf(AgentId from) {
    return node.find(workspace, from).map(guard -> guard.depth).orElse(depth);
  }

  private void name(AgentId from) {
    if (with.remove(from) || with.size() < MAX_NAMED) {
      with.addLast(from);
      return;
    }
    with.removeFirst();
    with.addLast(from);
  }

  private synchronized void clear() {
    handedDepth = NOTHING;
    pushed = null;
    depth = 0;
    exchanges = 0;
    since = null;
    with.clear();
  }
}
