package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What is said in an ephemeral room that nodes share, as it passes by. Where the room becomes
 * durable is said in it too, so every node leaves it at the same message: what comes after is none
 * of the room's, and whoever said it says it again to the log.
 */
final class DurabilitySwitch {
  /** Connections are numbered, so none has this name. */
  private static final ConnectionId MARK = new ConnectionId("becomes-durable");

  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private long heard;
  private long last = Long.MAX_VALUE;

  /** What is said in the room when it becomes durable. */
  static MessageDraft mark(TopicName topic) {
    Sender nobody = new Sender(new AgentId("parley-node"), Nickname.of("parley-node"), MARK);
    return new MessageDraft(topic, nobody, Body.of("durable"), Optional.empty());
  }

  /** Hands on what is of the room; answers whether this says that it becomes durable. */
  synchronized boolean take(StoredMessage stored, Consumer<StoredMessage> room) {
    Message message = stored.message();
    heard = Math.max(heard, message.seq());
    boolean isMark = message.sender().connection().equals(MARK);
    if (isMark) {
      last = Math.min(last, message.seq());
    } else if (message.seq() < last) {
      room.accept(stored);
    }
    notifyAll();
    return isMark;
  }

  /** Nothing more that passes is of the room. */
  synchronized void end() {
    last = Math.min(last, heard);
    notifyAll();
  }

  /**
   * Whether what stands at {@code seq} was said before the room became durable. Waits until that is
   * known, which takes as long as a message passes, and not for good: then it was, as far as this
   * node knows.
   */
  synchronized boolean isOfTheRoom(long seq) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    while (heard < seq && last == Long.MAX_VALUE && System.nanoTime() - deadline < 0) {
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
