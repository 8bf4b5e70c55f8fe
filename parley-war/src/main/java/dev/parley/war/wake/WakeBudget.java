package dev.parley.war.wake;

import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.war.guard.GuardLimits;
import dev.parley.war.guard.LoopGuards;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The budget of one receiver: how often within an hour each sender may wake it or hold its turn
 * open. Messages of a sender without budget wait for the next prompt, for a call, or for a wake for
 * another reason. People have no budget to use up.
 */
public final class WakeBudget {
  /** The time after which the budget of a sender is whole again. */
  static final Duration HOUR = Duration.ofHours(1);

  /** The senders that are counted; past it, the one counted first begins anew. */
  static final int MAX_SENDERS = 256;

  /** The budget of a desk without guards. */
  static final WakeBudget UNLIMITED =
      new WakeBudget(LoopGuards.off(), WorkspaceId.DEFAULT, new AgentId("nobody"));

  private final LoopGuards guards;
  private final WorkspaceId workspace;
  private final AgentId receiver;
  private final Map<AgentId, Hour> hours = new LinkedHashMap<>();
  private final List<String> notices = new ArrayList<>();

  /** The end of the last hour without budget that is known; earlier, some sender has none. */
  private volatile Instant mutingUntil = Instant.EPOCH;

  private static final class Hour {
    private final Instant end;
    private int wakes;

    Hour(Instant end) {
      this.end = end;
    }
  }

  /**
   * Makes the budget of a receiver.
   *
   * @param guards has the limit, and takes notice of senders without budget
   */
  public WakeBudget(LoopGuards guards, WorkspaceId workspace, AgentId receiver) {
    this.guards = guards;
    this.workspace = workspace;
    this.receiver = receiver;
  }

  /** Returns the sender of the message in {@code event}, if it is one. */
  static Optional<AgentId> sender(Event event) {
    if (event instanceof MessageArrived room) {
      return Optional.of(room.message().sender().agent());
    }
    return event instanceof DirectArrived direct
        ? Optional.of(direct.message().from())
        : Optional.empty();
  }

  /** Returns whether some sender may have no budget now. */
  boolean isMuting() {
    return guards.clock().instant().isBefore(mutingUntil);
  }

  /** Returns whether a message of {@code sender} may wake now. */
  synchronized boolean admits(AgentId sender) {
    Hour hour = hours.get(sender);
    return limit() == GuardLimits.OFF
        || hour == null
        || hour.wakes < limit()
        || !guards.clock().instant().isBefore(hour.end)
        || guards.isPerson(workspace, sender);
  }

  /** Counts a wake because of {@code sender}. With the last one, both sides are informed. */
  synchronized void charge(AgentId sender) {
    if (limit() == GuardLimits.OFF || guards.isPerson(workspace, sender)) {
      return;
    }
    Instant now = guards.clock().instant();
    Hour hour = hours.get(sender);
    if (hour == null || !now.isBefore(hour.end)) {
      hours.remove(sender);
      if (hours.size() >= MAX_SENDERS) {
        hours.remove(hours.keySet().iterator().next());
      }
      hour = new Hour(now.plus(HOUR));
      hours.put(sender, hour);
    }
    hour.wakes++;
    if (hour.wakes == limit()) {
      Instant end = hour.end;
      mutingUntil = end.isAfter(mutingUntil) ? end : mutingUntil;
      notices.add(
          "Parley: "
              + sender.value()
              + " has woken you "
              + limit()
              + " times within an hour. Its messages wake you no more until "
              + end.truncatedTo(ChronoUnit.SECONDS)
              + "; they come with your next prompt or call.");
      guards.find(workspace, sender).ifPresent(guard -> guard.sleeping().add(receiver, end));
    }
  }

  /** Takes the notices for the receiver, each once. */
  synchronized List<String> takeNotices() {
    if (notices.isEmpty()) {
      return List.of();
    }
    List<String> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  private int limit() {
    return guards.limits().wakes();
  }
}
