package dev.parley.war.soak;

import dev.parley.war.driver.EventStreams;
import dev.parley.war.load.Counters;
import dev.parley.war.load.Crew;
import dev.parley.war.load.Joining;
import dev.parley.war.load.LoadLoop;
import dev.parley.war.load.Work;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** One run on a server of its own, from its first start to its end. */
final class SoakRun implements AutoCloseable {
  /** Retention as a real deployment has it; without it, the database grows for ever. */
  private static final String[] OPTIONS = {"--keep-messages", "5000", "--log-format", "json"};

  private static final long SESSION_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long STARTED_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final long UNDER_LOAD_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long PAGE_PAUSE_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private final SoakSettings settings;
  private final int rate;
  private final Problems problems = new Problems();
  private final Counters counters = new Counters();
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong bridges = new AtomicLong();
  private final List<Life> lives = new ArrayList<>();
  private final Crew crew;
  private ServerProcess server;
  private EventStreams streams;
  private volatile int watchedTurn;
  private long sessionsSince;
  private long restartMillis;
  private long endedStreams;

  SoakRun(SoakSettings settings, int rate) throws IOException {
    this.settings = settings;
    this.rate = rate;
    this.server = ServerProcess.start(settings, OPTIONS);
    this.crew = Crew.of(settings.load(server.origin(), rate));
    this.streams = new EventStreams(crew.deliveries(), 0);
  }

  Outcome run() throws IOException {
    List<StoreCheck.Result> checks = new ArrayList<>();
    long unmade;
    long missing;
    try (Joining joining = new Joining(crew, streams);
        LoadLoop loop = new LoadLoop(joining.all(), rate, counters)) {
      try (Visitors visitors = new Visitors(problems)) {
        invite(visitors);
        live("first life", loop);
        unmade = quiesce(loop);
        missing = crew.deliveries().missing();
        writeClasses();
        restart(loop, joining);
        checks.add(StoreCheck.run(crew, server.origin()));
        live("second life", loop);
      }
      unmade += quiesce(loop);
      writeClasses();
      checks.add(StoreCheck.run(crew, server.origin()));
      endedStreams += streams.ended();
      return new Outcome(
          rate,
          lives,
          counters,
          crew,
          problems,
          restartMillis,
          unmade,
          missing,
          endedStreams,
          checks,
          ServerLog.read(server.log()),
          new Outcome.Visits(pages.get(), bridges.get()));
    }
  }

  @Override
  public void close() throws IOException {
    streams.close();
    if (Files.exists(server.log())) {
      Files.copy(
          server.log(),
          settings.folder().resolve("soak-server.log"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    server.close();
  }

  private void invite(Visitors visitors) {
    for (int i = 0; i < settings.pages(); i++) {
      int agent = i % settings.agents();
      visitors.add(
          "page",
          new PageVisit(
              "soak-page-" + i,
              server.origin(),
              () -> crew.session(agent, watchedTurn),
              visitors,
              pages),
          PAGE_PAUSE_MILLIS);
    }
    if (settings.bridgeSeconds() > 0) {
      visitors.add(
          "bridge",
          new BridgeVisit(settings, server.url(), visitors, bridges),
          TimeUnit.SECONDS.toMillis(settings.bridgeSeconds()));
    }
  }

  private void live(String name, LoadLoop loop) throws IOException {
    double seconds = settings.lifeSeconds();
    Life life = new Life(name, seconds);
    lives.add(life);
    Progress progress = new Progress(life, counters, problems);
    sessionsSince = System.nanoTime();
    try (Sampler sampler = new Sampler(life, server, counters, crew.deliveries())) {
      // the last sample is due at the end
      long more = SLICE_NANOS;
      loop.run(
          (long) (seconds * 1e9) + more,
          () -> {
            if (sampler.sampleIfDue()) {
              progress.sampled();
            }
            beginSessions();
          });
    }
  }

  /** Begins new sessions from time to time; pages watch them once all agents have started them. */
  private void beginSessions() {
    long since = System.nanoTime() - sessionsSince;
    if (since > SESSION_NANOS) {
      sessionsSince = System.nanoTime();
      crew.newSessions();
    } else if (since > STARTED_NANOS) {
      watchedTurn = crew.turn().get();
    }
  }

  /** Waits for all answers and all deliveries; returns how many calls were due and not made. */
  private long quiesce(LoadLoop loop) throws IOException {
    long unmade = loop.finish();
    crew.deliveries().awaitAll();
    return unmade;
  }

  /** Writes the live objects of the heap at the end of a life; nothing is measured any more. */
  private void writeClasses() throws IOException {
    Files.writeString(
        settings.folder().resolve("soak-classes-" + lives.size() + ".txt"),
        server.jcmd("GC.class_histogram"));
  }

  /** Ends the server while agents call, starts it again, and goes on with the same MCP sessions. */
  private void restart(LoadLoop loop, Joining joining) throws IOException {
    endedStreams += streams.ended();
    int[] messages = crew.deliveries().checker(Work.MESSAGE).numbers();
    CompletableFuture<ServerProcess> again = CompletableFuture.supplyAsync(this::startAgain);
    while (!again.isDone()) {
      loop.run(SLICE_NANOS, () -> {});
    }
    server = again.join();
    loop.finish();
    streams.close();
    streams = new EventStreams(crew.deliveries(), 0);
    crew.deliveries().checker(Work.MESSAGE).restarted(messages);
    crew.deliveries().checker(Work.POST).restarted(null);
    joining.resume(streams);
    counters.restarting(false);
    problems.restartEnds(System.nanoTime());
    System.out.printf("Started again in %,d ms.%n", restartMillis);
  }

  private ServerProcess startAgain() {
    LockSupport.parkNanos(UNDER_LOAD_NANOS);
    long begun = System.nanoTime();
    problems.restartBegins(begun);
    counters.restarting(true);
    try {
      if (settings.isKilled()) {
        server.kill();
      }
      ServerProcess next = server.restart(settings, OPTIONS);
      restartMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      return next;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
