package dev.parley.war.wake;

import dev.parley.agent.Inbox;
import dev.parley.agent.InboxBatch;
import dev.parley.event.Event;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.war.guard.AgentGuard;
import dev.parley.war.guard.LoopGuards;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The part of a desk that decides which messages may wake its agent: the budget of their senders,
 * and the urgent ones. It also notes for the agent's guard what the agent was handed.
 */
final class DeskGuards {
  private final AgentGuard guard;
  private final WakeBudget budget;
  private final UrgentMessages urgent = new UrgentMessages();

  /** The sender of the first message that ended the last wait. */
  private volatile @Nullable AgentId cause;

  DeskGuards(AgentGuard guard, WakeBudget budget) {
    this.guard = guard;
    this.budget = budget;
  }

  /** Returns guards that let everything pass. */
  static DeskGuards none() {
    return new DeskGuards(LoopGuards.noGuard(), WakeBudget.UNLIMITED);
  }

  /** Notes a prompt of the agent's user. */
  void prompted() {
    var unused = guard.reset();
  }

  /** Notes the newest event that was pushed to a client that may show it. */
  void pushed(Event event) {
    guard.pushed(event);
  }

  /** Notes an urgent message; returns false where it was handed out before. */
  boolean interrupt(MessageId message) {
    return urgent.add(message);
  }

  /** Returns whether an urgent message waits that interrupted nobody yet. */
  boolean isUrgent() {
    return urgent.isDue();
  }

  /** Notes that the agent is woken because of the last wait. */
  void rung() {
    urgent.rung();
    AgentId sender = cause;
    if (sender != null) {
      budget.charge(sender);
    }
  }

  /** Returns whether messages of some sender wake no more. */
  boolean isMuting() {
    return budget.isMuting();
  }

  /**
   * Returns a batch as text, and notes that the agent has it.
   *
   * @param begins whether the text makes a model go on that would stop
   */
  String text(InboxBatch batch, boolean begins) {
    HandedMessages handed = HandedMessages.of(batch);
    if (begins) {
      handed.senders().stream().filter(budget::admits).findFirst().ifPresent(budget::charge);
    }
    List<String> notices = handed.isEmpty() ? List.of() : budget.takeNotices();
    String text = UnreadText.of(batch, urgent.waiting(), notices);
    handedOut(handed);
    return text;
  }

  /** Notes that the agent was handed messages, by whichever way. */
  void handedOut(HandedMessages handed) {
    urgent.handedOut(handed.ids());
    handed.senders().forEach(guard::handed);
  }

  /** Returns whether a message waits that may hold a turn open. */
  CompletionStage<Boolean> mayHoldOpen(Inbox inbox) {
    return inbox.awaitArrival(Duration.ZERO, this::mayWake);
  }

  /**
   * Waits for a message that may wake. Where some may not, an urgent one of theirs ends the wait
   * through {@code changing}.
   */
  CompletionStage<Boolean> arrival(
      Inbox inbox, Duration patience, CompletableFuture<Boolean> changing) {
    cause = null;
    CompletionStage<Boolean> arrived =
        inbox.awaitArrival(
            patience,
            event -> {
              boolean wakes = mayWake(event);
              if (wakes) {
                cause = WakeBudget.sender(event).orElse(null);
              }
              return wakes;
            });
    return isMuting()
        ? arrived.applyToEither(changing.thenApply(changed -> false), came -> came)
        : arrived;
  }

  private boolean mayWake(Event event) {
    return urgent.isDue() || WakeBudget.sender(event).filter(budget::admits).isPresent();
  }
}
