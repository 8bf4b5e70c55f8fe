package dev.parley.war.mcp;

import dev.parley.agent.Connection;
import dev.parley.event.Notice;
import dev.parley.spi.Attachment;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.io.IOException;
import java.net.URI;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One MCP session: the SDK's dispatch, a connection of the engine, and at most one event stream. It
 * outlives its stream by the grace time.
 */
final class McpSession {
  private final String id;
  private final McpStreamableServerSession dispatch;
  private final Connection connection;
  private final URI address;
  private final String protocolVersion;
  private final Set<AnswerStream> answers = ConcurrentHashMap.newKeySet();

  private volatile @Nullable EventStream stream;
  private volatile boolean hadStream;
  private volatile boolean used;
  private volatile Runnable onEnd = () -> {};
  private volatile long lastSeen = System.nanoTime();

  /**
   * A session as a client knows it.
   *
   * @param id its id, which is the dispatch's unless it began at another node
   */
  McpSession(
      String id,
      McpStreamableServerSession dispatch,
      Connection connection,
      URI address,
      String protocolVersion) {
    this.id = id;
    this.dispatch = dispatch;
    this.connection = connection;
    this.address = address;
    this.protocolVersion = protocolVersion;
    dispatch.listeningStream(new PushTransport());
  }

  String id() {
    return id;
  }

  Connection connection() {
    return connection;
  }

  URI address() {
    return address;
  }

  McpStreamableServerSession dispatch() {
    return dispatch;
  }

  String protocolVersion() {
    return protocolVersion;
  }

  /** Somebody is there. */
  void touch() {
    used = true;
    lastSeen = System.nanoTime();
  }

  /** Nanoseconds since somebody was there; 0 while a stream is open. */
  long absentFor() {
    return stream == null ? System.nanoTime() - lastSeen : 0;
  }

  /** Whether a stream is open. */
  boolean hasStream() {
    return stream != null;
  }

  boolean hadStream() {
    return hadStream;
  }

  /** Whether its client did anything but begin it. */
  boolean wasUsed() {
    return used;
  }

  /** Has {@code work} run once it has ended. */
  void onEnd(Runnable work) {
    onEnd = work;
  }

  /** It is known here no more. */
  void forgotten() {
    onEnd.run();
  }

  /** Answers {@code request} through {@code exchange}. */
  void answer(JSONRPCRequest request, Exchange exchange) {
    exchange.doneBy(
        dispatch
            .responseStream(exchange)
            .handle(request)
            .subscribe(nothing -> {}, exchange::failed));
  }

  /**
   * Answers on {@code opened} through {@code exchange}. Where the client goes away before the
   * answer, nobody waits for it any more.
   */
  AnswerStream stream(Exchange exchange, SuspendedPost.Stream opened) throws IOException {
    AnswerStream stream = new AnswerStream(opened.async());
    opened.begin(stream.listener());
    answers.add(stream);
    var unused =
        stream
            .over()
            .thenAccept(
                ended -> {
                  answers.remove(stream);
                  exchange.abandon();
                });
    exchange.passOn(stream::say);
    return stream;
  }

  /** Lets every quiet stream show that it lives. */
  void beat() {
    EventStream pushes = stream;
    if (pushes != null) {
      pushes.beat();
    }
    answers.forEach(AnswerStream::beat);
  }

  /** Lets {@code fresh} carry the pushes from now on. */
  Attachment attach(EventStream fresh, OptionalLong lastReceived) {
    stream = fresh;
    hadStream = true;
    return connection.attach(fresh, lastReceived);
  }

  /** A stream has ended; the one that took its place, if any, is not touched. */
  void detached(EventStream ended) {
    touch();
    if (stream == ended) {
      stream = null;
    }
  }

  /** Ends the session: leaves every room, ends the stream. */
  void close() {
    connection.close();
    hangUp();
  }

  /** Ends the stream and what waits for an answer; the connection is somebody else's to close. */
  void hangUp() {
    dispatch.close();
    EventStream open = stream;
    if (open != null) {
      open.end();
    }
  }

  /** What the server says outside of any request goes the way of the pushes. */
  private final class PushTransport implements McpStreamableServerTransport {
    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return Mono.fromRunnable(
          () -> {
            EventStream open = stream;
            Attachment place = open == null ? null : open.place();
            if (place != null) {
              place.push(new Notice(Json.bytes(message)));
            }
          });
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message, String messageId) {
      return sendMessage(message);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return Json.mapper().convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }

    @Override
    public void close() {
      // closed with the session
    }
  }
}
