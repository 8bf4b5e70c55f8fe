package dev.parley.engine.waiting;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Message;
import dev.parley.problem.ParleyException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The mentions in rooms, written in batches by one periodic task: a room may be kept nowhere else,
 * and no sender waits for the database because of a mention.
 */
final class CallRecorder {
  private static final System.Logger LOG = System.getLogger(CallRecorder.class.getName());
  private static final int MAX_WAITING = 10_000;
  private static final int WRITTEN_AT_ONCE = 500;

  private final Transactions transactions;
  private final Consumer<WorkspaceId> changed;
  private final BlockingQueue<PersonCall> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicBoolean dropped = new AtomicBoolean();
  private final ReentrantLock writing = new ReentrantLock();

  /** The calls of a write that failed, or is under way; guarded by {@link #writing}. */
  private List<PersonCall> batch = List.of();

  /**
   * Records to {@code transactions}.
   *
   * @param changed called with each workspace whose calls were written
   */
  CallRecorder(Transactions transactions, Consumer<WorkspaceId> changed) {
    this.transactions = transactions;
    this.changed = changed;
  }

  /**
   * Records the mentions in a message of a room. Makes no database call.
   *
   * @param isDurable false where the text may be written nowhere
   */
  void posted(Message message, boolean isDurable) {
    if (message.text().indexOf('@') < 0) {
      return;
    }
    for (PersonCall call : PersonCall.of(message, isDurable)) {
      if (!waiting.offer(call) && dropped.compareAndSet(false, true)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Mentions in rooms are dropped: too many wait for the database.");
      }
    }
  }

  /**
   * Writes the calls that wait.
   *
   * @throws ParleyException {@code unavailable}; the next call writes them
   */
  void flush() {
    writing.lock();
    try {
      while (true) {
        if (batch.isEmpty()) {
          List<PersonCall> next = new ArrayList<>();
          waiting.drainTo(next, WRITTEN_AT_ONCE);
          batch = once(next);
        }
        if (batch.isEmpty()) {
          dropped.set(false);
          return;
        }
        write(batch);
        List<PersonCall> written = batch;
        batch = List.of();
        written.stream().map(PersonCall::workspace).distinct().forEach(changed);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Returns each call once: a post under a key that was used before is the same message. */
  private static List<PersonCall> once(List<PersonCall> calls) {
    Map<List<String>, PersonCall> byKey = new LinkedHashMap<>();
    calls.forEach(call -> byKey.putIfAbsent(List.of(call.message(), call.agent()), call));
    return List.copyOf(byKey.values());
  }

  /** Writes calls, of which some may be recorded already. */
  private void write(List<PersonCall> calls) {
    try {
      insert(calls);
    } catch (ConstraintViolated someAreStored) {
      for (PersonCall call : calls) {
        try {
          insert(List.of(call));
        } catch (ConstraintViolated isStored) {
          LOG.log(System.Logger.Level.DEBUG, "Call {0} is stored already.", call.message());
        }
      }
    }
  }

  private void insert(List<PersonCall> calls) {
    transactions.run(entities -> calls.forEach(call -> entities.persist(new CallRow(call))));
  }

  /** Writes what waits; what the database does not take is lost. */
  void end() {
    try {
      flush();
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Writing mentions failed while Parley ends; they are lost.",
          Masking.trace(away));
    }
  }
}
