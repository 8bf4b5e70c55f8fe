package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The messages of an ephemeral room that several nodes share, up to the switch to a durable one.
 * The switch is a message in the room's stream, so every node switches at the same message.
 * Messages after it do not count for the room; their senders post them again to the durable log.
 */
final class BrokeredSwitch {
  /** The sender of the switch; connections have numbers as ids, so no connection has this one. */
  private static final ConnectionId SWITCH = new ConnectionId("becomes-durable");

  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private long newest;
  private long last = Long.MAX_VALUE;

  /** Returns the message that announces the switch. */
  static MessageDraft announcement(TopicName topic) {
    Sender nobody = new Sender(new AgentId("parley-node"), Nickname.of("parley-node"), SWITCH);
    return new MessageDraft(topic, nobody, Body.of("durable"), Optional.empty());
  }

  /** Passes on {@code message} if it comes before the switch; returns true if it is the switch. */
  synchronized boolean take(Message message, Consumer<Message> room) {
    newest = Math.max(newest, message.seq());
    boolean isSwitch = message.sender().connection().equals(SWITCH);
    if (isSwitch) {
      last = Math.min(last, message.seq());
    } else if (message.seq() < last) {
      room.accept(message);
    }
    notifyAll();
    return isSwitch;
  }

  /** Ends the ephemeral part of the room at the last message received. */
  synchronized void end() {
    last = Math.min(last, newest);
    notifyAll();
  }

  /**
   * Returns true if the message {@code seq} was posted before the switch. Waits until that is
   * known, which takes as long as a message takes to arrive, and at most two seconds. After that
   * the answer is true, as far as this node knows.
   */
  synchronized boolean isBeforeSwitch(long seq) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    while (newest < seq && last == Long.MAX_VALUE && System.nanoTime() - deadline < 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, deadline - System.nanoTime()));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return seq <= last;
  }
}
