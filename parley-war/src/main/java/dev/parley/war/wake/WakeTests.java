package dev.parley.war.wake;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.problem.RateLimited;
import dev.parley.war.wake.WakeTestResult.Evidence;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The reach of the agents that are connected to this node, and the tests that prove it. A test puts
 * a nonce where a message would be put, waits for the tool call that echoes it, and leaves nothing
 * behind. Safe for all threads.
 */
public final class WakeTests {
  /** The least and the most time of a test. */
  public static final Duration MIN_PATIENCE = Duration.ofSeconds(1);

  public static final Duration MAX_PATIENCE = Duration.ofMinutes(2);

  /** The time of a test unless the caller chooses another. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(1);

  /** The tests that run at one time on this node. */
  static final int MAX_RUNNING = 100;

  /** The pause between two tests of one agent. */
  static final Duration MIN_PAUSE = Duration.ofSeconds(2);

  private static final int STEPS = 4;
  private static final long MAX_STEP_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final List<Supplier<Stream<? extends Reachable>>> sources = new CopyOnWriteArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private final Duration pause;

  /** Tests of no connection yet. */
  public WakeTests() {
    this(MIN_PAUSE);
  }

  WakeTests(Duration pause) {
    this.pause = pause;
  }

  /** Adds connections that can be tested. */
  public void add(Supplier<Stream<? extends Reachable>> connections) {
    sources.add(connections);
  }

  private Stream<Reachable> in(WorkspaceId workspace) {
    return sources.stream()
        .<Reachable>flatMap(source -> source.get())
        .filter(one -> one.connection().workspace().equals(workspace));
  }

  /** Returns the connection that {@code agent} used last, if it has one here. */
  private Optional<Reachable> find(WorkspaceId workspace, AgentId agent) {
    return in(workspace)
        .filter(one -> one.connection().agent().equals(agent))
        .min(Comparator.comparing(Reachable::silence));
  }

  /** Returns the reach of agents of a workspace, each empty where it has no connection here. */
  public Function<AgentId, Optional<Reach>> reaches(WorkspaceId workspace) {
    Map<AgentId, Reachable> last = new HashMap<>();
    in(workspace)
        .forEach(
            one ->
                last.merge(
                    one.connection().agent(),
                    one,
                    (a, b) -> a.silence().compareTo(b.silence()) <= 0 ? a : b));
    return agent ->
        Optional.ofNullable(last.get(agent)).map(one -> one.desk().reach(one.isThere(false)));
  }

  /**
   * Tests whether something reaches the model of {@code agent}.
   *
   * @param asker the connection that asks; it sees the agents that may be tested
   * @return completed when the model has answered, or after {@code patience}
   * @throws ParleyException {@code not_found} for an agent nobody knows, {@code invalid_argument}
   *     for a person and for the asker itself, {@code limit_reached} while a test of it is under
   *     way or too many run, {@code rate_limited} right after one
   */
  public CompletionStage<WakeTestResult> test(Connection asker, AgentId agent, Duration patience) {
    if (agent.equals(asker.agent())) {
      throw InvalidArgument.refusal("agent", "it is you; ask for another agent");
    }
    Optional<AgentStatus> known =
        asker.presence().roster(RosterQuery.ALL.matching(agent.value())).users().stream()
            .filter(user -> user.handle().equals(agent))
            .findFirst();
    if (known.filter(AgentStatus::person).isPresent()) {
      throw InvalidArgument.refusal("agent", "it is a person; a test reaches models only");
    }
    Optional<Reachable> here = find(asker.workspace(), agent);
    if (here.isEmpty()) {
      AgentStatus elsewhere = known.orElseThrow(() -> new ParleyException(new NotFound("agent")));
      return CompletableFuture.completedFuture(WakeTestHints.notHere(agent, elsewhere.online()));
    }
    return run(agent, here.get(), patience);
  }

  private CompletionStage<WakeTestResult> run(AgentId agent, Reachable tested, Duration patience) {
    Proof proof = tested.desk().proof();
    long stepNanos =
        Math.min(MAX_STEP_NANOS, Math.max(patience.toNanos(), MIN_PATIENCE.toNanos()) / STEPS);
    Probe probe = new Probe(tested.echoes(), stepNanos, System::nanoTime);
    begin(agent, proof, probe);
    long start = System.nanoTime();
    CompletableFuture<WakeTestResult> over =
        probe
            .answered()
            .completeOnTimeout(false, patience.toNanos(), TimeUnit.NANOSECONDS)
            .thenApply(
                reached -> {
                  proof.end(probe, reached);
                  running.decrementAndGet();
                  Duration time = Duration.ofNanos(System.nanoTime() - start);
                  return result(agent, tested, probe, reached, time);
                });
    tryRungs(tested, probe, stepNanos);
    return over.copy(); // an asker that goes away does not leave the test open
  }

  private void begin(AgentId agent, Proof proof, Probe probe) {
    if (running.incrementAndGet() > MAX_RUNNING) {
      running.decrementAndGet();
      throw new ParleyException(new LimitReached("wake tests on this server", MAX_RUNNING));
    }
    try {
      proof
          .begin(probe, pause)
          .ifPresent(
              wait -> {
                throw new ParleyException(
                    wait.isZero()
                        ? new LimitReached("wake tests of " + agent, 1)
                        : new RateLimited(wait));
              });
    } catch (ParleyException refused) {
      running.decrementAndGet();
      throw refused;
    }
  }

  /**
   * Tries the rungs that are open, and again each time one had its time for an answer. Where the
   * client is away the test is over.
   */
  private static void tryRungs(Reachable tested, Probe probe, long stepNanos) {
    if (!tested.isThere(true)) {
      probe.answered().complete(false);
    }
    if (!probe.answered().isDone()) {
      tested.desk().tryNow(probe);
      CompletableFuture.delayedExecutor(stepNanos, TimeUnit.NANOSECONDS)
          .execute(() -> tryRungs(tested, probe, stepNanos));
    }
  }

  private static WakeTestResult result(
      AgentId agent, Reachable tested, Probe probe, boolean reached, Duration time) {
    boolean isThere = tested.isThere(false);
    Reach reach = tested.desk().reach(isThere);
    Evidence evidence = probe.evidence();
    return new WakeTestResult(
        agent.value(),
        reached,
        reached ? probe.by() : Optional.empty(),
        probe.offered(),
        time,
        evidence,
        reach,
        reached
            ? WakeTestHints.reached(evidence)
            : WakeTestHints.notReached(isThere, tested.desk().isWorking(), probe));
  }

  /**
   * Takes the nonce that the model behind {@code connection} echoes.
   *
   * @throws ParleyException {@code invalid_argument} where no test waits for it
   */
  public void echo(Connection connection, String nonce) {
    boolean awaited =
        in(connection.workspace())
            .filter(one -> one.connection().id().equals(connection.id()))
            .flatMap(one -> one.desk().proof().test().stream())
            .anyMatch(test -> test.echo(nonce));
    if (!awaited) {
      throw InvalidArgument.refusal("nonce", "no test waits for it; it may be over");
    }
  }
}
