package dev.parley.war.mcp;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The answer to a request whose server has something to say before: an event stream of its own. */
final class AnswerStream implements StreamingOutput {
  static final String TYPE = "text/event-stream";

  private static final byte[] DATA = "event: message\ndata: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

  private final JSONRPCMessage first;
  private final Exchange exchange;
  private final Duration atMost;

  AnswerStream(JSONRPCMessage first, Exchange exchange, Duration atMost) {
    this.first = first;
    this.exchange = exchange;
    this.atMost = atMost;
  }

  @Override
  public void write(OutputStream out) throws IOException {
    @Nullable JSONRPCMessage message = first;
    while (message != null) {
      out.write(DATA);
      out.write(Json.bytes(message));
      out.write(END);
      out.flush();
      message = message instanceof JSONRPCResponse ? null : next();
    }
  }

  private @Nullable JSONRPCMessage next() throws IOException {
    try {
      return exchange.next(atMost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
