package dev.parley.war.wake;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.SessionId;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An agent whose client runs hooks and is woken by a bridge: one thread is the client with its
 * turns, another one waits for wakes. It notes what reaches its model.
 */
final class ScriptedAgent {
  private static final Pattern NUMBER = Pattern.compile("number (\\d+)\\.");
  private static final Duration WAIT = Duration.ofMillis(200);

  /** The number of a turn while none runs. */
  private static final long NO_TURN = 0;

  /** The behaviours of clients. */
  enum Kind {
    /** It works when it is woken, and for a moment. */
    IDLE,
    /** Its user gives it one prompt after the other; each turn has many tool calls. */
    BUSY,
    /** In the middle of its turns it is silent for a while. */
    COMPACTING,
    /**
     * Its process is killed again and again, also with an answer of a hook on its way, and comes
     * back with a new connection.
     */
    KILLED,
    /** Its machine sleeps for a while: nothing runs, and a wake that is on its way is lost. */
    SLEEPING
  }

  final String name;
  final Kind kind;

  /** The times at which messages first reached the model, by number. */
  final Map<Integer, Long> seenAt = new ConcurrentHashMap<>();

  final Queue<Integer> handed = new ConcurrentLinkedQueue<>();
  final AtomicInteger wakes = new AtomicInteger();
  final AtomicInteger lostWakes = new AtomicInteger();
  final AtomicInteger mostWakesForOneCohort = new AtomicInteger();
  final AtomicInteger wakesWhileBusy = new AtomicInteger();
  final AtomicInteger deaths = new AtomicInteger();

  private final Parley parley;
  private final SessionId run;
  private final Random random;
  private final Semaphore woken = new Semaphore(0);
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger boundaries = new AtomicInteger();
  private final AtomicLong turns = new AtomicLong();
  private volatile long turn = NO_TURN;
  private volatile Connection connection;
  private volatile WakeDesk desk;
  private volatile boolean asleep;
  private volatile boolean calm;
  private volatile boolean isGone;

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

  /** Returns whether it was killed and does not come back. */
  boolean isGone() {
    return isGone;
  }

  private void connect() {
    Connection made = parley.connect(ConnectOptions.of(name).during(run));
    made.sessions().current();
    connection = made;
    desk = new WakeDesk(made.inbox());
  }

  void start() {
    thread("client", this::live);
    thread("bridge", this::waitForWakes);
  }

  /** Kills it for good at the end of what it does now. */
  void killForGood() {
    isGone = true;
    woken.release();
  }

  /** Lets it only react from now on. */
  void calmDown() {
    calm = true;
  }

  void end() {
    over.countDown();
    woken.release();
  }

  private void thread(String role, Runnable work) {
    Thread thread = new Thread(work, name + "-" + role);
    thread.setDaemon(true);
    thread.start();
  }

  private boolean hasEnded() {
    return over.getCount() == 0 || isGone;
  }

  private void waitForWakes() {
    WakeDesk wokenBy = null;
    int firstBegan = -1;
    int inOneCohort = 0;
    while (!hasEnded()) {
      if (asleep) {
        pause(5);
        continue;
      }
      WakeDesk at = desk;
      int began = boundaries.get();
      long turnThen = turn;
      Wake wake;
      try {
        wake = at.await(WAIT, false).toCompletableFuture().join();
      } catch (RuntimeException connectionIsGone) {
        pause(5);
        continue;
      }
      if (!wake.due() || at != desk) {
        continue;
      }
      if (asleep) {
        lostWakes.incrementAndGet();
        at.notReceived(wake.next());
        continue;
      }
      if (turnThen != NO_TURN && turnThen == turn) {
        wakesWhileBusy.incrementAndGet(); // the turn ran all the while
      }
      boolean sameCohort = at == wokenBy && boundaries.get() == firstBegan;
      inOneCohort = sameCohort ? inOneCohort + 1 : 1;
      firstBegan = sameCohort ? firstBegan : began;
      wokenBy = at;
      mostWakesForOneCohort.accumulateAndGet(inOneCohort, Math::max);
      wakes.incrementAndGet();
      woken.release();
    }
  }

  private void live() {
    try {
      while (!hasEnded()) {
        boolean prompted = !calm && kind == Kind.BUSY;
        if (prompted || woken.tryAcquire(50, TimeUnit.MILLISECONDS)) {
          turn();
        }
        if (!calm && kind == Kind.KILLED && random.nextInt(4) == 0 && !hasEnded()) {
          die();
        }
        if (!calm && kind == Kind.SLEEPING && random.nextInt(6) == 0) {
          asleep = true;
          pause(400);
          asleep = false;
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
    if (isGone) {
      connection.close();
    }
  }

  /** Ends the process, and begins another one; the server may hear of it later than of that. */
  private void die() {
    deaths.incrementAndGet();
    if (random.nextBoolean()) {
      var answerToTheDead = desk.hook("PostToolBatch", HookDialect.CLAUDE);
      if (random.nextBoolean()) {
        answerToTheDead.toCompletableFuture().join();
      }
    }
    Connection before = connection;
    boolean isNoticed = random.nextBoolean();
    if (isNoticed) {
      before.close();
    }
    boundaries.incrementAndGet();
    connect();
    if (!isNoticed) {
      before.close();
    }
  }

  private void turn() {
    woken.drainPermits();
    boundary("UserPromptSubmit");
    turn = turns.incrementAndGet();
    int tools = kind == Kind.BUSY ? 20 : 2;
    for (int i = 0; i < tools && !calm && !hasEnded(); i++) {
      pause(kind == Kind.COMPACTING && i == 1 ? 300 : 5 + random.nextInt(10));
      boundary("PostToolBatch");
    }
    boolean goesOn = true;
    while (goesOn) {
      long ending = turn;
      turn = NO_TURN; // its last boundary may end it
      goesOn = boundary("Stop") && !hasEnded();
      if (goesOn) {
        turn = ending;
        pause(5);
      }
    }
  }

  /** Runs the hook of an event; returns whether it had something for the model. */
  private boolean boundary(String event) {
    boundaries.incrementAndGet();
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

  private void pause(int millis) {
    try {
      var unused = over.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }
}
