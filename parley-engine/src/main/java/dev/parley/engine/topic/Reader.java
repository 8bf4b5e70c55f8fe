package dev.parley.engine.topic;

import dev.parley.event.Event;
import dev.parley.event.Notice;
import dev.parley.id.ConnectionId;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection's reading of all its topics. It holds positions and drains them to a sink: woken
 * at most once until it has drained, it delivers all there is and stops.
 *
 * <p>Everything that changes it happens inside a drain, so by one thread at a time: {@link #attach}
 * and its like only leave a command and wake it.
 */
public final class Reader {
  private static final System.Logger LOG = System.getLogger(Reader.class.getName());

  /** Deliveries of one topic before the next one and other readers get their turn. */
  private static final int TURN = 512;

  private final ConnectionId id;
  private final CoalescingTask wakeup;
  private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
  private final List<TopicSubscription> followings = new CopyOnWriteArrayList<>();
  private final OwnEvents own = new OwnEvents();
  private final ReplayBuffer history;
  private final Delivery delivery = new Delivery();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private LostMessages gap = new LostMessages();

  /** Where the reading was that this one goes on from; the drain's. */
  private @Nullable RestoredCheckpoints inherited;

  private volatile @Nullable Place place;
  private volatile long refusingSince;
  private volatile boolean closing;

  /**
   * A reader of nothing yet.
   *
   * @param remembered how many pushes can be delivered again
   */
  public Reader(ConnectionId id, int remembered) {
    this.id = id;
    this.history = new ReplayBuffer(remembered);
    this.wakeup = new CoalescingTask(this::drain);
  }

  /** The connection that reads. */
  public ConnectionId id() {
    return id;
  }

  /**
   * Delivers to {@code sink} from now on.
   *
   * @param lastReceived see {@link dev.parley.agent.Connection#attach}
   * @param drains where the draining is done
   * @param resumable whether pushes are remembered, to be delivered again
   */
  public SinkRegistration attach(
      Sink sink, OptionalLong lastReceived, Executor drains, boolean resumable) {
    return attach(sink, () -> lastReceived, drains, resumable);
  }

  /** Delivers to {@code sink}, and first again what is remembered after push {@code proven}. */
  public SinkRegistration attachAgain(Sink sink, long proven, Executor drains) {
    return attach(
        sink, () -> OptionalLong.of(Math.max(proven, history.rememberedAfter())), drains, true);
  }

  /** Asks for {@code lastReceived} in the drain, once the sink before is cut. */
  SinkRegistration attach(
      Sink sink, Supplier<OptionalLong> lastReceived, Executor drains, boolean resumable) {
    Place taken = new Place(sink, drains, resumable);
    command(
        () -> {
          cut(Sink.Cut.REPLACED);
          lastReceived.get().ifPresent(this::resumeAfter);
          refusingSince = 0;
          place = taken;
        });
    return taken;
  }

  /**
   * Goes on where another reading of the same connection was, before anything is delivered. A sink
   * that received less than the newest mark has is put back to one before it.
   *
   * @param marks of the topics it follows, the newest first
   */
  public void goOnFrom(List<Checkpoint> marks) {
    if (!marks.isEmpty()) {
      RestoredCheckpoints left = new RestoredCheckpoints(marks);
      left.begin(history, followings);
      inherited = left;
    }
  }

  /** Where it is, as soon as no delivery is under way. */
  public CompletionStage<Checkpoint> mark() {
    CompletableFuture<Checkpoint> marked = new CompletableFuture<>();
    command(() -> marked.complete(Checkpoint.of(history.newest(), followings)));
    return marked;
  }

  /** Another number once it has moved in any topic, or follows others; asks nobody. */
  public long progress() {
    long progress = 1;
    for (TopicSubscription following : followings) {
      progress = 31 * progress + System.identityHashCode(following);
      progress = 31 * progress + following.position();
    }
    return progress;
  }

  /**
   * Delivers what the sink takes without waiting, then takes it away for good.
   *
   * @return completed when that is done
   */
  public CompletionStage<Void> close() {
    command(() -> closing = true);
    return ended;
  }

  /** Takes the sink away if it has refused everything for {@code deadline}. */
  public void cutIfStuck(Duration deadline) {
    long since = refusingSince;
    if (since != 0 && System.nanoTime() - since > deadline.toNanos()) {
      command(
          () -> {
            if (refusingSince == since) {
              cut(Sink.Cut.STUCK);
            }
          });
    }
  }

  /** Delivers {@code event} too, or the newest of such where nobody takes them. */
  public void push(Event event) {
    command(() -> gap.forget(own.add(event)));
  }

  /** Passes over those pushed events of its own that {@code answered} knows. */
  public void passOver(Predicate<Event> answered) {
    own.passOver(answered);
  }

  /** Whether there is a sink to deliver to. */
  public boolean isAttached() {
    return place != null;
  }

  /** How many messages wait for its sink; none where there is none. Asks nobody. */
  public long undelivered() {
    return isAttached() ? followings.stream().mapToLong(TopicSubscription::behind).sum() : 0;
  }

  /** Says that there may be something to deliver. */
  void wake() {
    if (place != null) {
      wakeup.wake();
    }
  }

  /** Whether it waits for its turn to drain. */
  boolean isQueued() {
    return wakeup.isQueued();
  }

  void add(TopicSubscription following) {
    followings.add(following);
    wake();
  }

  void remove(TopicSubscription following) {
    followings.remove(following);
  }

  private void command(Runnable command) {
    commands.add(command);
    wakeup.wake();
  }

  /** Puts everything after push {@code number} back, as far as it is remembered. */
  private void resumeAfter(long number) {
    LostMessages anew = new LostMessages();
    anew.takeBack(gap);
    gap = anew;
    RestoredCheckpoints before = inherited;
    if (before != null) {
      before.countOn(history, number);
    }
    long forgotten =
        history.takeBackTo(
            Math.max(0, number),
            (source, position, ownPassed) -> {
              if (source instanceof TopicSubscription following) {
                following.rewind(position - 1, ownPassed);
              } else if (source instanceof LostMessages told) {
                anew.takeBack(told);
              } else {
                own.takeBack((Event) source);
              }
            });
    anew.forget(
        before == null ? forgotten : before.reachBack(Math.max(0, number), forgotten, followings));
  }

  /** Answers whether there is more to do at once. */
  private boolean drain() {
    Runnable command;
    while ((command = commands.poll()) != null) {
      command.run();
    }
    Place now = place;
    boolean more = now != null && drainTo(now);
    if (closing && !more) {
      cut(Sink.Cut.CLOSED);
      ended.complete(null);
    }
    return more;
  }

  private boolean drainTo(Place now) {
    if (!wakeup.runsOn(now.drains)) {
      wakeup.runOn(now.drains);
      return true;
    }
    try {
      now.beginOnce();
      return deliverTo(now);
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.DEBUG, "A sink failed and was cut.", e);
      cut(Sink.Cut.FAILED);
      return false;
    }
  }

  /** Delivers until there is no more, the sink takes no more, or a command waits. */
  private boolean deliverTo(Place to) {
    Sink sink = to.sink;
    long before = history.newest();
    boolean turnIsOver = false;
    boolean ready = true;
    followings.forEach(gap::skip);
    if (!gap.isEmpty() && (ready = sink.isReady())) {
      LostMessages told = gap;
      gap = new LostMessages();
      delivery.of(to, told, told.event());
    }
    while (!own.isEmpty()
        && ready
        && commands.isEmpty()
        && (ready = sink.isReady() && to.hasRoomFor(own.first()))) {
      Event event = own.next();
      delivery.of(to, event, event);
    }
    for (TopicSubscription following : followings) {
      int left = TURN;
      TopicEntry entry;
      while (left > 0
          && (entry = following.next()) != null
          && ready
          && commands.isEmpty()
          && (ready = sink.isReady() && to.hasRoomFor(entry.event))) {
        delivery.of(to, following, entry);
        left--;
      }
      turnIsOver |= left == 0;
    }
    sink.flush();
    if (history.newest() > before) {
      refusingSince = 0;
    }
    if (!ready) {
      if (refusingSince == 0) {
        refusingSince = System.nanoTime();
      }
      return false;
    }
    return turnIsOver || hasFallenOut();
  }

  /** Asked at the end of each delivery; a stream costs more there than the messages. */
  private boolean hasFallenOut() {
    for (TopicSubscription following : followings) {
      if (following.hasLost()) {
        return true;
      }
    }
    return false;
  }

  private void cut(Sink.Cut why) {
    Place old = place;
    if (old != null) {
      place = null;
      refusingSince = 0;
      try {
        old.sink.cut(why);
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.DEBUG, "A sink failed while it was cut.", e);
      }
    }
  }

  /** A sink's time at this reader. */
  private final class Place implements SinkRegistration {
    private final Sink sink;
    private final @Nullable MeasuringSink measuring;
    private final Executor drains;
    private final boolean resumable;
    private boolean begun;

    Place(Sink sink, Executor drains, boolean resumable) {
      this.sink = sink;
      this.measuring = sink instanceof MeasuringSink measured ? measured : null;
      this.drains = drains;
      this.resumable = resumable;
    }

    private void beginOnce() {
      if (!begun) {
        begun = true;
        sink.begin(history.newest());
      }
    }

    boolean hasRoomFor(Event next) {
      return measuring == null || measuring.hasRoomFor(next);
    }

    @Override
    public void wake() {
      Reader.this.wake();
    }

    @Override
    public void push(Notice notice) {
      command(
          () -> {
            if (place == this) {
              own.addNotice(notice);
            }
          });
    }

    @Override
    public void detach() {
      command(
          () -> {
            if (place == this) {
              place = null;
              refusingSince = 0;
            }
          });
    }
  }

  /** The one push object of a reader, filled anew for each delivery. */
  private final class Delivery implements Push {
    private long number;
    private @Nullable Event event;
    private @Nullable TopicEntry entry;

    void of(Place to, Object source, Event ownEvent) {
      number = to.resumable ? history.record(source, 0, 0) : history.count();
      event = ownEvent;
      entry = null;
      to.sink.deliver(this);
    }

    void of(Place to, TopicSubscription following, TopicEntry shared) {
      number =
          to.resumable
              ? history.record(following, shared.position, following.ownPassed())
              : history.count();
      following.passed(shared);
      event = shared.event;
      entry = shared;
      to.sink.deliver(this);
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public Event event() {
      if (event == null) {
        throw new IllegalStateException("a push is valid only while it is delivered");
      }
      return event;
    }

    @Override
    public byte[] encoded(Function<Event, byte[]> encoder) {
      TopicEntry shared = entry;
      return shared == null ? encoder.apply(event()) : shared.encoded(encoder);
    }
  }
}
