package dev.parley.bridge;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One request of the client on its way. It is posted, and its reply is read up to the answer, on a
 * further stream where the server ends the first one early. Where the server gives no answer, it is
 * answered with a refusal. It is answered at most once, whichever thread finds the answer. A call
 * that finds no server waits for one that the bridge starts; a hook never waits.
 */
final class Call implements Runnable {
  private static final int DEFAULT_RETRY_MILLIS = 1_000;
  private static final int MAX_IDLE_RESUMES = 5;
  private static final long MOMENT_NANOS = 1_000_000_000L;

  private final JsonRpcMessage request;
  private final String id;
  private final Bridge.Parts bridge;
  private final long deadline;
  private final CountDownLatch taken = new CountDownLatch(1);
  private final AtomicBoolean answered = new AtomicBoolean();
  private volatile long posted;
  private volatile @Nullable ServerSession session;
  private volatile InFlight inFlight = new InFlight();

  Call(JsonRpcMessage request, String id, Bridge.Parts bridge) {
    this.request = request;
    this.id = id;
    this.bridge = bridge;
    this.deadline = System.nanoTime() + bridge.link().callMillis() * 1_000_000L;
  }

  String id() {
    return id;
  }

  boolean isAnswered() {
    return answered.get();
  }

  /** Waits until the server has begun to answer, so that what is posted next comes after it. */
  void awaitTaken(int millis) throws InterruptedException {
    taken.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void run() {
    try {
      deliverOrStart();
    } catch (ServerCallException failure) {
      refuse(failure);
    } catch (InterruptedException | RuntimeException unexpected) {
      bridge.log().error("a call failed: " + unexpected);
      refuse(unknown("The bridge failed"));
    } finally {
      taken.countDown();
      bridge.calls().remove(this);
    }
  }

  private void deliverOrStart() throws ServerCallException, InterruptedException {
    boolean isHook = request.isCallOf("hook_event");
    if (isHook && bridge.connection().isAway()) {
      bridge.start().begin();
      throw away();
    }
    boolean waits = !isHook && !bridge.refusals().knows(request);
    if (!waits && bridge.start().isUnderWay()) {
      throw away();
    }
    try {
      deliver();
    } catch (ServerCallException failure) {
      if (failure.kind() != ServerCallException.Kind.UNREACHABLE
          || !bridge.start().begin()
          || !waits) {
        throw failure;
      }
      bridge.start().await();
      deliver();
    }
  }

  private static ServerCallException away() {
    return new ServerCallException(
        ServerCallException.Kind.UNREACHABLE, "Parley cannot be reached yet");
  }

  private void deliver() throws ServerCallException, InterruptedException {
    ServerSession in = bridge.connection().session();
    try {
      attempt(in);
    } catch (ServerCallException failure) {
      if (failure.kind() != ServerCallException.Kind.FORGOTTEN) {
        throw failure;
      }
      attempt(bridge.connection().sessionAfter(in));
    }
  }

  private void attempt(ServerSession in) throws ServerCallException, InterruptedException {
    InFlight exchange = new InFlight();
    inFlight = exchange;
    posted = System.nanoTime();
    session = in;
    HttpReply reply = bridge.link().post(in, request.line(), millisLeft(), exchange);
    session = reply.isFine() ? in : null;
    taken.countDown();
    if (reply.isEventStream() && reply.isFine()) {
      stream(in, reply);
      return;
    }
    try (reply) {
      byte[] body = reply.bytes();
      if (bridge.link().isAnswer(reply.status(), body)) {
        bridge.inbound().take(body, this);
      }
    } catch (IOException cut) {
      throw unknown("The answer of Parley was cut");
    }
    if (!answered.get()) {
      throw bridge.link().refusal(reply.status());
    }
  }

  /**
   * Reads the reply's stream, and the streams the server goes on with, until the answer has come.
   */
  private void stream(ServerSession in, HttpReply first)
      throws ServerCallException, InterruptedException {
    HttpReply reply = first;
    String lastEventId = null;
    int retryMillis = DEFAULT_RETRY_MILLIS;
    int idle = 0;
    while (true) {
      SseReader events = new SseReader(reply.stream(), lastEventId);
      idle++;
      try (HttpReply read = reply) {
        byte[] event;
        while (!answered.get() && (event = events.next()) != null) {
          idle = 0;
          read.patience(millisLeft());
          if (event.length > 0) {
            bridge.inbound().take(event, this);
          }
        }
      } catch (IOException cut) {
        bridge.log().debug("the stream of a call was cut:", id);
      }
      if (answered.get()) {
        return;
      }
      lastEventId = events.lastEventId();
      retryMillis = events.retryMillis() >= 0 ? events.retryMillis() : retryMillis;
      if (lastEventId == null || inFlight.isAborted() || idle > MAX_IDLE_RESUMES) {
        throw unknown("The connection to Parley was cut");
      }
      TimeUnit.MILLISECONDS.sleep(Math.min(retryMillis, millisLeft()));
      reply = resumed(in, lastEventId);
    }
  }

  private HttpReply resumed(ServerSession in, String lastEventId) throws ServerCallException {
    millisLeft();
    InFlight exchange = new InFlight();
    inFlight = exchange;
    try {
      return bridge.link().listen(in, lastEventId, exchange);
    } catch (ServerCallException gone) {
      throw unknown(gone.sentence());
    }
  }

  private int millisLeft() throws ServerCallException {
    long left = (deadline - System.nanoTime()) / 1_000_000;
    if (left <= 0) {
      int seconds = bridge.link().callMillis() / 1000;
      throw unknown("Parley gave no answer within " + seconds + " s");
    }
    return (int) left;
  }

  private static ServerCallException unknown(String what) {
    return new ServerCallException(ServerCallException.Kind.OUTCOME_UNKNOWN, what);
  }

  /** Takes the answer to the client, the first time; {@code line} is the answer under our id. */
  void answer(JsonText answer, byte[] line) {
    if (answered.compareAndSet(false, true)) {
      if ("tools/call".equals(request.method())) {
        bridge.connection().watch(request, answer);
      }
      bridge.out().line(line);
    }
  }

  /** Answers the request with a refusal. */
  void refuse(ServerCallException why) {
    if (answered.compareAndSet(false, true)) {
      bridge.out().line(bridge.refusals().of(request, id, why));
    }
  }

  /** Cancels the request: the client wants no answer any more. */
  void cancel() {
    answered.set(true);
    bridge.calls().remove(this);
  }

  void abort() {
    inFlight.abort();
  }

  /**
   * Gives up if the request was made in a session that is no more, unless that was a moment ago:
   * the server is about to say so itself then, and the request can be made again.
   */
  void abandon(ServerSession lost) {
    if (session == lost && System.nanoTime() - posted > MOMENT_NANOS) {
      abort();
    }
  }
}
