package dev.parley.war.wake;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.SessionId;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An agent whose client runs hooks and is woken by a bridge: one thread is the client with its
 * turns, another one waits for wakes. It notes what reaches its model.
 */
final class ScriptedAgent {
  private static final Pattern NUMBER = Pattern.compile("number (\\d+)\\.");
  private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The behaviours of clients. */
  enum Kind {
    /** It works when it is woken, and for a moment. */
    IDLE,
    /** Its user gives it one prompt after the other; each turn has many tool calls. */
    BUSY,
    /** In the middle of its turns it is silent for a while. */
    COMPACTING,
    /** Its process is killed again and again, and comes back with a new connection. */
    KILLED,
    /** Its machine sleeps for a while: nothing runs, and nobody waits for wakes. */
    SLEEPING
  }

  final String name;
  final Kind kind;
  final Map<Integer, Long> seenAt = new ConcurrentHashMap<>();
  final Queue<Integer> handed = new ConcurrentLinkedQueue<>();
  final AtomicInteger wakes = new AtomicInteger();
  final AtomicInteger mostWakesForOneCohort = new AtomicInteger();
  final AtomicInteger wakesWhileBusy = new AtomicInteger();

  private final Parley parley;
  private final SessionId run;
  private final Random random;
  private final Semaphore woken = new Semaphore(0);
  private final AtomicInteger sinceBoundary = new AtomicInteger();
  private volatile Connection connection;
  private volatile WakeDesk desk;
  private volatile long turnSince;
  private volatile boolean asleep;
  private volatile boolean calm;
  private volatile boolean ended;

  ScriptedAgent(Parley parley, SessionId run, String name, Kind kind, int seed) {
    this.parley = parley;
    this.run = run;
    this.name = name;
    this.kind = kind;
    this.random = new Random(seed);
    connect();
  }

  Connection connection() {
    return connection;
  }

  private void connect() {
    connection = parley.connect(ConnectOptions.of(name).during(run));
    connection.sessions().current();
    desk = new WakeDesk(connection.inbox());
    desk.hook("Stop", HookDialect.CLAUDE).toCompletableFuture().join();
  }

  void start() {
    thread("client", this::live);
    thread("bridge", this::waitForWakes);
  }

  /** Lets it only react from now on. */
  void calmDown() {
    calm = true;
  }

  void end() {
    ended = true;
    woken.release();
  }

  private void thread(String role, Runnable work) {
    Thread thread = new Thread(work, name + "-" + role);
    thread.setDaemon(true);
    thread.start();
  }

  private void waitForWakes() {
    while (!ended) {
      WakeDesk at = desk;
      if (asleep) {
        pause(5);
        continue;
      }
      Wake wake;
      try {
        wake = at.await(java.time.Duration.ofMillis(200), false).toCompletableFuture().join();
      } catch (RuntimeException connectionIsGone) {
        pause(5);
        continue;
      }
      if (wake.due() && at == desk) {
        long turn = turnSince;
        if (turn != 0 && System.nanoTime() - turn > MOMENT_NANOS) {
          wakesWhileBusy.incrementAndGet();
        }
        wakes.incrementAndGet();
        mostWakesForOneCohort.accumulateAndGet(sinceBoundary.incrementAndGet(), Math::max);
        woken.release();
      }
    }
  }

  private void live() {
    try {
      while (!ended) {
        boolean prompted = !calm && kind == Kind.BUSY;
        boolean due = prompted || woken.tryAcquire(50, TimeUnit.MILLISECONDS);
        if (due && !ended) {
          turn();
        }
        if (!calm && kind == Kind.KILLED && random.nextInt(20) == 0) {
          connection.close();
          sinceBoundary.set(0);
          connect();
        }
        if (!calm && kind == Kind.SLEEPING && random.nextInt(10) == 0) {
          asleep = true;
          pause(400);
          asleep = false;
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void turn() {
    woken.drainPermits();
    boundary("UserPromptSubmit");
    turnSince = System.nanoTime();
    int tools = kind == Kind.BUSY ? 20 : 2;
    for (int i = 0; i < tools && !calm; i++) {
      pause(kind == Kind.COMPACTING && i == 1 ? 300 : 5 + random.nextInt(10));
      boundary("PostToolBatch");
    }
    while (boundary("Stop") && !ended) {
      pause(5);
    }
    turnSince = 0;
  }

  /** Runs the hook of an event; returns whether it had something for the model. */
  private boolean boundary(String event) {
    sinceBoundary.set(0);
    String text =
        desk.hook(event, HookDialect.CLAUDE).toCompletableFuture().join().output().toString();
    Matcher numbers = NUMBER.matcher(text);
    while (numbers.find()) {
      int number = Integer.parseInt(numbers.group(1));
      handed.add(number);
      seenAt.putIfAbsent(number, System.nanoTime());
    }
    return text.contains("additionalContext");
  }

  private static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }
}
