package dev.parley.war.mcp;

import dev.parley.agent.Connection;
import dev.parley.audit.Origin;
import dev.parley.event.Notice;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.SinkRegistration;
import dev.parley.war.grant.Grant;
import dev.parley.war.wake.ChannelPush;
import dev.parley.war.wake.Reachable;
import dev.parley.war.wake.Rung;
import dev.parley.war.wake.WakeDesk;
import dev.parley.war.wire.CallContext;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;

/**
 * One MCP session: the SDK's dispatch, a connection of the engine, and at most one event stream. It
 * outlives its stream by the grace time. Its agent is present by the signs of life of its client:
 * requests, and what the client takes of its streams.
 */
final class McpSession implements LifeSigns, Reachable {
  /** The tool whose call waits for messages. */
  private static final String WAIT_TOOL = "wait_for_messages";

  private static final int PROBES = 2;
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The time a client needs to open a stream again that was cut on the way. */
  private static final long RECONNECT_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final String id;
  private final McpStreamableServerSession dispatch;
  private final Connection connection;
  private final SessionTerms terms;
  private final SessionCredential credential;
  private final Set<SseAnswer> answers = ConcurrentHashMap.newKeySet();

  private final AtomicReference<@Nullable Notice> first = new AtomicReference<>();
  private final CancellableRequests calls = new CancellableRequests();
  private final WakeCalls wakes;

  private volatile @Nullable SseSink stream;

  /** The newest stream, open or not, and the last push its client has shown to have. */
  private volatile @Nullable SseSink lastStream;

  private volatile long proven;
  private volatile boolean hadStream;

  /** True if its client may show its model what is pushed. */
  private volatile boolean showsPushes;

  private volatile boolean used;
  private volatile Runnable onEnd = () -> {};
  private volatile long lastSeen = System.nanoTime();
  private volatile long lastSign = lastSeen;

  /**
   * A session as a client knows it.
   *
   * @param id its id, which is the dispatch's unless it began at another node
   * @param wakes makes the calls of its hooks and wakes, given what pushes to its client
   */
  McpSession(
      String id,
      McpStreamableServerSession dispatch,
      Connection connection,
      SessionTerms terms,
      Function<ChannelPush, WakeCalls> wakes) {
    this.id = id;
    this.dispatch = dispatch;
    this.connection = connection;
    this.terms = terms;
    this.credential = new SessionCredential(terms.credential());
    this.wakes = wakes.apply(new StreamPush());
    dispatch.listeningStream(new SdkPushTransport(this::push));
    connection.presentBy(this);
  }

  String id() {
    return id;
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public WakeDesk desk() {
    return wakes.desk();
  }

  @Override
  public boolean echoes() {
    return terms.echoes();
  }

  /** A client that never had a stream is there between its calls, as long as its session. */
  @Override
  public boolean isThere(boolean probed) {
    return !hadStream || (probed ? isReachable() : hasTransport()) || absentFor() < RECONNECT_NANOS;
  }

  McpStreamableServerSession dispatch() {
    return dispatch;
  }

  String protocolVersion() {
    return terms.protocolVersion();
  }

  /** Notes a sign of life of the client. */
  void touch() {
    used = true;
    lastSeen = System.nanoTime();
    lastSign = lastSeen;
  }

  @Override
  public Duration silence() {
    long now = System.nanoTime();
    long silence = now - lastSign;
    SseSink pushes = stream;
    if (pushes != null) {
      silence = Math.min(silence, now - pushes.provenAt());
    }
    for (SseAnswer answer : answers) {
      silence = Math.min(silence, now - answer.provenAt());
    }
    return Duration.ofNanos(Math.max(0, silence));
  }

  /**
   * Returns whether the client has an open stream or call. One without is not reachable, because it
   * looks the same as one that was killed.
   */
  @Override
  public boolean isReachable() {
    for (int probes = 0; probes < PROBES && hasTransport(); probes++) {
      SseSink pushes = stream;
      if (pushes != null) {
        pushes.probe();
      }
      answers.forEach(SseAnswer::beat);
      awaitFailure();
    }
    return hasTransport();
  }

  private boolean hasTransport() {
    return stream != null || !answers.isEmpty();
  }

  private void awaitFailure() {
    long begun = System.nanoTime();
    while (hasTransport() && System.nanoTime() - begun < PROBE_NANOS) {
      LockSupport.parkNanos(PROBE_NANOS / 20);
    }
  }

  /** Returns the nanoseconds since the client was last there; 0 while a stream is open. */
  long absentFor() {
    return stream == null ? System.nanoTime() - lastSeen : 0;
  }

  /** Returns whether a stream is open. */
  boolean hasStream() {
    return stream != null;
  }

  /** Returns the number of requests that wait for their answer. */
  int waitingPosts() {
    return calls.count();
  }

  boolean hadStream() {
    return hadStream;
  }

  /** Notes that its client may show its model what is pushed. */
  void showsPushes() {
    showsPushes = true;
  }

  /** Returns whether its client did anything but begin it. */
  boolean wasUsed() {
    return used;
  }

  /** Has {@code work} run once it has ended. */
  void onEnd(Runnable work) {
    onEnd = work;
  }

  /** Runs the work of {@link #onEnd}, as this node no longer knows the session. */
  void forgotten() {
    onEnd.run();
  }

  /**
   * Answers {@code request}, which came from {@code origin} with the rights {@code grant}, through
   * {@code exchange}.
   */
  void answer(JSONRPCRequest request, RequestTransport exchange, Grant grant, Origin origin) {
    connection.audit().calledFrom(origin);
    calls.begin(request.id(), exchange);
    if (wakes.isFor(request)) {
      var unused =
          wakes
              .answer(request, exchange, grant)
              .whenComplete((answered, ended) -> calls.end(request.id(), exchange));
      return;
    }
    CallContext context =
        new CallContext(
            connection, grant, terms.address(), exchange::whenNotReceived, this::answered);
    exchange.doneBy(
        dispatch
            .responseStream(exchange)
            .handle(request)
            .doFinally(ended -> calls.end(request.id(), exchange))
            .subscribe(
                nothing -> {},
                exchange::failed,
                () -> {},
                Context.of(McpTransportContext.KEY, context.carried())));
  }

  private Optional<String> answered(String tool, boolean offers) {
    return desk().answered(tool.equals(WAIT_TOOL) ? Rung.WAIT : Rung.TOOL_RESULT, offers);
  }

  /** Takes a notification of its client; one that nobody handles changes nothing. */
  void hear(JSONRPCNotification notification) {
    calls.heed(notification);
    dispatch.accept(notification).onErrorComplete().block();
  }

  /**
   * Answers on {@code opened} through {@code exchange}. Where the client goes away before the
   * answer, nobody waits for it any more.
   */
  SseAnswer stream(RequestTransport exchange, McpExchange.Stream opened) throws IOException {
    SseAnswer stream = new SseAnswer(opened.async());
    opened.begin(stream.listener());
    answers.add(stream);
    var unused =
        stream
            .over()
            .thenAccept(
                sent -> {
                  noteSign(stream.provenAt());
                  answers.remove(stream);
                  if (sent) {
                    exchange.abandon();
                  } else {
                    exchange.notReceived();
                  }
                });
    exchange.passOn(stream::say);
    var unusedCancel = exchange.cancelled().thenRun(stream::end);
    return stream;
  }

  /** Lets every quiet stream show that it lives. */
  void beat() {
    SseSink pushes = stream;
    if (pushes != null) {
      pushes.beat();
    }
    answers.forEach(SseAnswer::beat);
  }

  /**
   * Sends the pushes on {@code fresh} from now on. Where its client does not say what it has,
   * everything is pushed again that it has not shown to have: a socket that took it proves nothing.
   */
  SinkRegistration attach(SseSink fresh, OptionalLong lastReceived) {
    boolean again = hadStream && lastReceived.isEmpty();
    SseSink before = lastStream;
    if (before != null && lastReceived.isPresent()) {
      proven = Math.max(proven, Math.min(lastReceived.getAsLong(), before.lastWritten()));
    }
    if (showsPushes) {
      fresh.passOn(desk()::pushed);
    }
    stream = fresh;
    lastStream = fresh;
    hadStream = true;
    SinkRegistration place =
        again ? connection.attachAgain(fresh, proven) : connection.attach(fresh, lastReceived);
    Notice words = first.getAndSet(null);
    if (words != null) {
      place.push(words);
    }
    return place;
  }

  /** Has {@code words} pushed on the next stream. */
  void sayFirst(Notice words) {
    first.set(words);
  }

  /** Notes that a stream has ended; the one that took its place, if any, is not touched. */
  void detached(SseSink ended) {
    lastSeen = System.nanoTime();
    noteSign(ended.provenAt());
    if (stream == ended) {
      stream = null;
    }
  }

  private synchronized void noteSign(long at) {
    if (at - lastSign > 0) {
      lastSign = at;
    }
  }

  /** Ends the session: leaves every room, ends the stream. */
  void close() {
    connection.close();
    hangUp();
  }

  /** Returns the credential it was opened with and belongs to. */
  SessionCredential credential() {
    return credential;
  }

  /** Pushes a text of nobody to the model, where a stream is open. */
  void say(String text, String code) {
    push(PushEncoder.notice(text, code));
  }

  private void push(byte[] notice) {
    SseSink open = stream;
    SinkRegistration place = open == null ? null : open.place();
    if (place != null) {
      place.push(new Notice(notice));
    }
  }

  /** Ends the stream and what waits for an answer; closing the connection is left to others. */
  void hangUp() {
    calls.cancelAll();
    dispatch.close();
    endStream();
  }

  /** Ends the stream, if one is open. */
  void endStream() {
    SseSink open = stream;
    if (open != null) {
      open.end();
    }
  }

  /** Pushes texts to the model that are messages of nobody. */
  private final class StreamPush implements ChannelPush {
    @Override
    public boolean isOpen() {
      return hasStream();
    }

    @Override
    public void push(String text) {
      say(text, "wake_test");
    }
  }
}
