package dev.parley.war.mcp;

import dev.parley.war.wire.Json;
import dev.parley.war.wire.NonBlockingWriter;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * The answer to a request that is not answered at once, or whose server has something to say
 * before: an event stream of its own. It begins with a comment, so that a proxy on the way sees
 * that it lives, and ends with the answer.
 */
final class SseAnswer {
  private static final byte[] WAITING = ": waiting\n\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] DATA = "event: message\ndata: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private final NonBlockingWriter out;

  /** A stream that has said only that it lives. */
  SseAnswer(AsyncContext request) throws IOException {
    out = new NonBlockingWriter(request, () -> {}, this::ended);
    out.add(WAITING);
  }

  private void ended() {
    over.complete(out.isSent());
  }

  /** Returns the listener that the container calls when the client takes more. */
  WriteListener listener() {
    return out;
  }

  /**
   * Completed when it has ended: with true where all of it was sent, with false where the client is
   * gone.
   */
  CompletableFuture<Boolean> over() {
    return over;
  }

  /** Sends the client {@code message}, and no more after an answer. */
  void say(JSONRPCMessage message) {
    out.add(event(Json.bytes(message)));
    if (message instanceof JSONRPCResponse) {
      out.finish();
    }
  }

  /** Ends without an answer, as its client wants none. */
  void end() {
    out.finish();
  }

  /** Ends with {@code refusal} in the answer's place. */
  void end(byte[] refusal) {
    out.add(event(refusal));
    out.finish();
  }

  /** Returns the time of the client's last sign of life, by {@link System#nanoTime}. */
  long provenAt() {
    return out.provenAt();
  }

  /** Lets a comment go out, unless the client has not even taken the last. */
  void beat() {
    out.addIfIdle(WAITING);
  }

  /**
   * Returns the end of a stream that somebody else wrote and broke off, maybe in the middle of an
   * event.
   */
  static byte[] lastEvent(byte[] json) {
    ByteArrayOutputStream last = new ByteArrayOutputStream();
    last.writeBytes(END);
    last.writeBytes(event(json));
    return last.toByteArray();
  }

  private static byte[] event(byte[] json) {
    ByteArrayOutputStream event = new ByteArrayOutputStream(DATA.length + json.length + END.length);
    event.writeBytes(DATA);
    event.writeBytes(json);
    event.writeBytes(END);
    return event.toByteArray();
  }
}
