package dev.parley.engine.waiting;

import dev.parley.engine.concurrent.KeyedListeners;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import dev.parley.message.Subscription;
import dev.parley.waiting.Waiting;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The lists of what waits for people, and the messages that call somebody. */
public final class WaitingDirectory {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES =
      List.of(CallRow.class, CallRow.Key.class, DismissalRow.class, DismissalRow.Key.class);

  /** The time after which a dismissal is removed: longer than any message counts. */
  static final Duration MAX_DISMISSAL = Duration.ofDays(180);

  private static final int WRITE_EVERY_MILLIS = 250;
  private static final int SWEEP_EVERY_MILLIS = 300_000;

  /** The maximum number of calls of a workspace after a sweep, the newest. */
  private static final int MAX_CALLS = 100_000;

  private static final String TOO_MANY =
      "SELECT c.workspace FROM WaitingCall c GROUP BY c.workspace HAVING COUNT(c.sentAt) > :most";
  private static final String TIMES =
      "SELECT c.sentAt FROM WaitingCall c WHERE c.workspace = :workspace ORDER BY c.sentAt DESC";
  private static final String FORGET_EARLIER =
      "DELETE FROM WaitingCall c WHERE c.workspace = :workspace AND c.sentAt <= :last";
  private static final String FORGET_CALLS = "DELETE FROM WaitingCall c WHERE c.sentAt < :before";
  private static final String FORGET_DISMISSALS =
      "DELETE FROM WaitingDismissal d WHERE d.dismissedAt < :before";

  private final Transactions transactions;
  private final InstantSource clock;
  private final CallRecorder recorder;
  private final KeyedListeners<WorkspaceId, Runnable> listeners = new KeyedListeners<>();

  private final int most;

  /** Makes the lists on rows; {@link #schedule} begins to write the mentions in rooms. */
  public WaitingDirectory(Transactions transactions, InstantSource clock) {
    this(transactions, clock, MAX_CALLS);
  }

  /** Makes them with {@code most} calls of a workspace. */
  WaitingDirectory(Transactions transactions, InstantSource clock, int most) {
    this.transactions = transactions;
    this.clock = clock;
    this.most = most;
    this.recorder = new CallRecorder(transactions, this::changed);
  }

  /** Begins to write mentions, and to remove what is too old. */
  public void schedule(PeriodicTasks tasks) {
    tasks.every(WRITE_EVERY_MILLIS, recorder::flush);
    tasks.every(SWEEP_EVERY_MILLIS, this::sweep);
  }

  /** Returns the list of {@code agent}. */
  public Waiting of(WorkspaceId workspace, AgentId agent) {
    return new JpaWaiting(transactions, clock, workspace, agent, () -> changed(workspace), false);
  }

  /**
   * Calls {@code listener} when this node changed a session, recorded mentions in rooms, or stored
   * that something was put away.
   */
  public Subscription onChange(WorkspaceId workspace, Runnable listener) {
    return listeners.add(workspace, listener)::run;
  }

  /** Calls the listeners of a workspace, whose sessions or calls changed. */
  public void changed(WorkspaceId workspace) {
    listeners.each(workspace, Runnable::run);
  }

  /**
   * Records the mentions in a message of a room. Makes no database call.
   *
   * @param isDurable false where the text may be written nowhere
   */
  public void posted(Message message, boolean isDurable) {
    recorder.posted(message, isDurable);
  }

  /** Records whom a message of a session calls, in the transaction that writes it. */
  public static void sent(
      EntityManager entities, WorkspaceId workspace, String session, SessionMessage message) {
    if (message.to().isEmpty()) {
      PersonCall.of(workspace, session, message)
          .forEach(call -> entities.persist(new CallRow(call)));
    }
  }

  /**
   * Removes the calls that count no more, those past the maximum of a workspace, and dismissals of
   * long ago.
   */
  void sweep() {
    long now = clock.millis();
    transactions.run(
        entities -> {
          forget(entities, FORGET_CALLS, now - WaitingMessages.MAX_AGE.toMillis());
          forget(entities, FORGET_DISMISSALS, now - MAX_DISMISSAL.toMillis());
        });
    List<String> tooMany =
        transactions.read(
            entities ->
                entities
                    .createQuery(TOO_MANY, String.class)
                    .setParameter("most", (long) most)
                    .getResultList());
    for (String workspace : tooMany) {
      transactions.run(entities -> forgetPastTheMaximum(entities, workspace));
    }
  }

  /** Removes the oldest calls; more than needed where several are of one time. */
  private void forgetPastTheMaximum(EntityManager entities, String workspace) {
    List<Long> last =
        entities
            .createQuery(TIMES, Long.class)
            .setParameter("workspace", workspace)
            .setFirstResult(most)
            .setMaxResults(1)
            .getResultList();
    for (long time : last) {
      var unused =
          entities
              .createQuery(FORGET_EARLIER)
              .setParameter("workspace", workspace)
              .setParameter("last", time)
              .executeUpdate();
    }
  }

  private static void forget(EntityManager entities, String delete, long before) {
    var unused = entities.createQuery(delete).setParameter("before", before).executeUpdate();
  }

  /** Writes the mentions that wait. */
  public void end() {
    recorder.end();
  }
}
