package dev.parley.engine.topic;

import dev.parley.engine.concurrent.CoalescingTask;
import dev.parley.engine.logging.Masking;
import dev.parley.event.Event;
import dev.parley.event.Notice;
import dev.parley.id.ConnectionId;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import dev.parley.spi.Telemetry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one connection to all its topics. A reader drains them to a sink: it is
 * woken at most once until it has drained, delivers everything there is, and stops.
 *
 * <p>All of its state changes inside a drain, so by one thread at a time. {@link #attach} and
 * similar methods only queue a command and wake it.
 */
public final class ConnectionReader {
  private static final System.Logger LOG = System.getLogger(ConnectionReader.class.getName());

  /** The maximum number of deliveries of one topic before other topics and readers get theirs. */
  private static final int TURN = 512;

  private final ConnectionId id;
  private final Telemetry telemetry;
  private final CoalescingTask wakeup;
  private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
  private final FollowedTopics subscriptions = new FollowedTopics();
  private final OwnEvents own = new OwnEvents();
  private final ReplayBuffer replay;
  private final ReusedPush push = new ReusedPush();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private LostMessages lost = new LostMessages();

  /** The checkpoints this reader continues from; used by the drain. */
  private @Nullable RestoredCheckpoints restored;

  private volatile @Nullable Registration current;
  private volatile boolean closing;

  /**
   * Makes a reader without subscriptions.
   *
   * @param remembered the number of pushes that can be delivered again
   * @param telemetry observes the deliveries
   */
  public ConnectionReader(ConnectionId id, int remembered, Telemetry telemetry) {
    this.id = id;
    this.telemetry = telemetry;
    this.replay = new ReplayBuffer(remembered);
    this.wakeup = new CoalescingTask(this::drain);
  }

  /** Returns the connection that reads. */
  public ConnectionId id() {
    return id;
  }

  /**
   * Delivers to {@code sink} from now on.
   *
   * @param lastReceived see {@link dev.parley.agent.Connection#attach}
   * @param executor the executor of the drain
   * @param resumable whether pushes are remembered, to be delivered again
   */
  public SinkRegistration attach(
      Sink sink, OptionalLong lastReceived, Executor executor, boolean resumable) {
    return attach(sink, () -> lastReceived, executor, resumable);
  }

  /** Delivers to {@code sink}, beginning with the remembered pushes after {@code proven}. */
  public SinkRegistration attachAgain(Sink sink, long proven, Executor executor) {
    return attach(
        sink, () -> OptionalLong.of(Math.max(proven, replay.rememberedAfter())), executor, true);
  }

  /**
   * Delivers to {@code sink}; the drain asks for {@code lastReceived} once the sink before is cut.
   */
  SinkRegistration attach(
      Sink sink, Supplier<OptionalLong> lastReceived, Executor executor, boolean resumable) {
    Registration taken = new Registration(new AttachedSink(sink, executor, resumable, telemetry));
    command(
        () -> {
          giveBack();
          cut(Sink.Cut.REPLACED);
          lastReceived.get().ifPresent(this::resumeAfter);
          current = taken;
          taken.sink.beginMeasuring(replay.newest());
        });
    return taken;
  }

  /**
   * Takes back every push after {@code number}, as far as it is remembered: they are the next ones
   * for its sink, or for the sink after it.
   */
  public void takeBackTo(long number) {
    command(() -> takeBackNowTo(number));
  }

  /**
   * Continues from the checkpoints of an earlier reader of the same connection, before anything is
   * delivered. A sink that has received less than the newest checkpoint is set back to an earlier
   * one.
   *
   * @param checkpoints of the topics it follows, newest first
   */
  public void resumeFrom(List<Checkpoint> checkpoints) {
    if (!checkpoints.isEmpty()) {
      RestoredCheckpoints earlier = new RestoredCheckpoints(checkpoints);
      earlier.begin(replay, subscriptions.all());
      restored = earlier;
    }
  }

  /** Returns its progress, as soon as no delivery is under way. */
  public CompletionStage<Checkpoint> checkpoint() {
    CompletableFuture<Checkpoint> made = new CompletableFuture<>();
    command(
        () -> {
          giveBack();
          made.complete(Checkpoint.of(replay.newest(), subscriptions.all()));
        });
    return made;
  }

  /** Takes back what the sink has passed, where it only looks. */
  private void giveBack() {
    Registration now = current;
    if (now != null && now.sink.hasPassed(replay.newest())) {
      takeBackNowTo(now.sink.begunAfter());
    }
  }

  private void takeBackNowTo(long number) {
    resumeAfter(number);
    Registration now = current;
    if (now != null) {
      now.sink.beginMeasuring(replay.newest());
    }
  }

  /**
   * Returns a number that changes when it has moved in any topic, or follows others. Takes no lock.
   */
  public long progress() {
    return subscriptions.progress();
  }

  /**
   * Delivers what the sink takes without waiting, then removes it for good.
   *
   * @return completed when that is done
   */
  public CompletionStage<Void> close() {
    command(() -> closing = true);
    return ended;
  }

  /**
   * Cuts the sink if it has refused everything for {@code deadline}. Tries again to read what could
   * not be read.
   */
  public void cutIfStuck(Duration deadline) {
    if (own.isUnreadable()) {
      wake();
    }
    Registration now = current;
    if (now != null && now.sink.hasRefusedFor(deadline)) {
      long since = now.sink.refusingSince();
      command(
          () -> {
            if (current == now && now.sink.refusingSince() == since) {
              cut(Sink.Cut.STUCK);
            }
          });
    }
  }

  /** Delivers {@code event} as well; where no sink takes events, only the newest of them. */
  public void push(OwnEvent event) {
    command(() -> lost.forget(own.add(event)));
  }

  /** Returns true if it has a sink. */
  public boolean isAttached() {
    return current != null;
  }

  /** Counts the messages waiting for its sink; 0 without a sink. Takes no lock. */
  public long undelivered() {
    return isAttached() ? subscriptions.behind() : 0;
  }

  /** Wakes the drain: there may be something to deliver. */
  void wake() {
    if (current != null) {
      wakeup.wake();
    }
  }

  /** Returns true if its drain is queued. */
  boolean isQueued() {
    return wakeup.isQueued();
  }

  void add(TopicSubscription subscription) {
    subscriptions.add(subscription);
    wake();
  }

  void remove(TopicSubscription subscription) {
    subscriptions.remove(subscription);
  }

  private void command(Runnable command) {
    commands.add(command);
    wakeup.wake();
  }

  /** Sets everything back to after push {@code number}, as far as it is remembered. */
  private void resumeAfter(long number) {
    LostMessages unreported = new LostMessages();
    unreported.takeBack(lost);
    lost = unreported;
    RestoredCheckpoints before = restored;
    if (before != null) {
      before.continueNumbering(replay, number);
    }
    long forgotten =
        replay.takeBackTo(
            Math.max(0, number),
            (source, seq, ownPassed) -> {
              if (source instanceof TopicSubscription subscription) {
                subscription.rewind(seq - 1, ownPassed);
              } else if (source instanceof LostMessages reported) {
                unreported.takeBack(reported);
              } else {
                own.takeBack((OwnEvent) source);
              }
            });
    unreported.forget(
        before == null
            ? forgotten
            : before.setBack(Math.max(0, number), forgotten, subscriptions.all()));
  }

  /** Runs the commands and delivers; returns true if there is more to do at once. */
  private boolean drain() {
    Runnable command;
    while ((command = commands.poll()) != null) {
      command.run();
    }
    Registration now = current;
    boolean more = now != null && drainTo(now.sink);
    if (closing && !more) {
      cut(Sink.Cut.CLOSED);
      ended.complete(null);
    }
    return more;
  }

  private boolean drainTo(AttachedSink now) {
    if (!wakeup.runsOn(now.executor())) {
      wakeup.runOn(now.executor());
      return true;
    }
    try {
      now.beginOnce(replay.newest());
      return deliverTo(now);
    } catch (RuntimeException | Error e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "A sink failed; it is cut and its connection continues with the next sink.",
          Masking.trace(e));
      cut(Sink.Cut.FAILED);
      return false;
    }
  }

  /** Delivers until there is no more, the sink takes no more, or a command waits. */
  private boolean deliverTo(AttachedSink to) {
    long before = replay.newest();
    boolean turnIsOver = false;
    boolean ready = true;
    subscriptions.all().forEach(lost::skip);
    if (!lost.isEmpty() && (ready = to.takes(lost.event()))) {
      LostMessages reported = lost;
      lost = new LostMessages();
      deliver(to, reported, reported.event());
    }
    ready = ready && deliverOwn(to);
    for (TopicSubscription subscription : subscriptions.all()) {
      int left = TURN;
      TopicEntry entry;
      while (left > 0
          && (entry = subscription.next()) != null
          && ready
          && commands.isEmpty()
          && (ready = to.takes(entry.event))) {
        deliver(to, subscription, entry);
        left--;
      }
      turnIsOver |= left == 0;
    }
    if (replay.newest() > before) {
      to.sink().flush();
      to.tookSome();
    } else if (commands.isEmpty()) {
      to.sink().flush(); // with a command, a poll would end with events undelivered
    }
    if (!ready) {
      to.refused();
      return false;
    }
    return turnIsOver || !lost.isEmpty() || subscriptions.hasLost();
  }

  /** Delivers the events of its own; returns false where the sink takes no more. */
  private boolean deliverOwn(AttachedSink to) {
    boolean ready = true;
    while (ready && commands.isEmpty() && !own.isEmpty() && (ready = to.isReady())) {
      Event event = own.peek();
      if (event == null) {
        break;
      }
      ready = to.takes(event);
      if (ready) {
        deliver(to, own.next(), event);
      }
    }
    lost.forget(own.takeGone());
    return ready;
  }

  private void deliver(AttachedSink to, Object source, Event event) {
    long number = to.isResumable() ? replay.record(source, 0, 0) : replay.count();
    to.deliver(push.of(number, event));
  }

  private void deliver(AttachedSink to, TopicSubscription subscription, TopicEntry entry) {
    long number =
        to.isResumable()
            ? replay.record(subscription, entry.seq, subscription.ownPassed())
            : replay.count();
    subscription.passed(entry);
    to.deliver(push.of(number, entry));
  }

  private void cut(Sink.Cut why) {
    Registration old = current;
    if (old != null) {
      current = null;
      old.sink.cut(why);
    }
  }

  /** The registration of one sink with this reader. */
  private final class Registration implements SinkRegistration {
    private final AttachedSink sink;

    Registration(AttachedSink sink) {
      this.sink = sink;
    }

    @Override
    public void wake() {
      ConnectionReader.this.wake();
    }

    @Override
    public void push(Notice notice) {
      command(
          () -> {
            if (current == this) {
              own.addNotice(OwnEvent.of(notice));
            }
          });
    }

    @Override
    public void detach() {
      command(
          () -> {
            if (current == this) {
              giveBack();
              current = null;
            }
          });
    }
  }
}
