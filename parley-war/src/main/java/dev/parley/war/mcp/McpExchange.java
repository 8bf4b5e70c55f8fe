package dev.parley.war.mcp;

import dev.parley.war.http.EventStreamResponse;
import dev.parley.war.http.FaultLog;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A request to an MCP endpoint and its response. What is not answered at once is suspended, and the
 * thread that has the answer writes it.
 */
final class McpExchange {
  private final HttpServletRequest request;
  private final HttpServletResponse response;

  /** A request that waits for an event stream. */
  static final class Stream {
    private final McpExchange exchange;
    private final AsyncContext async;

    private Stream(McpExchange exchange, AsyncContext async) {
      this.exchange = exchange;
      this.async = async;
    }

    AsyncContext async() {
      return async;
    }

    /** Sends the head; {@code listener} writes the rest. */
    void begin(WriteListener listener) throws IOException {
      EventStreamResponse.begin(exchange.request, exchange.response);
      exchange.response.getOutputStream().setWriteListener(listener);
    }
  }

  McpExchange(HttpServletRequest request, HttpServletResponse response) {
    this.request = request;
    this.response = response;
  }

  /** Writes the answer, now or when it is there. */
  void answer(CompletionStage<McpAnswer> answer) throws IOException {
    CompletableFuture<McpAnswer> coming = answer.toCompletableFuture();
    if (coming.getNow(null) instanceof WholeAnswer whole) {
      whole.send(response);
      return;
    }
    AsyncContext async = EventStreamResponse.startAsync(request);
    var unused = coming.whenComplete((answered, failure) -> answer(async, answered, failure));
  }

  private void answer(AsyncContext async, @Nullable McpAnswer answer, @Nullable Throwable failure) {
    try {
      if (answer instanceof StreamAnswer stream) {
        stream.opening().open(new Stream(this, async));
        return;
      }
      WholeAnswer whole =
          answer instanceof WholeAnswer known
              ? known
              : WholeAnswer.of(Faults.refusal(failure == null ? unknown() : failure), null);
      whole.send(response);
    } catch (IOException clientIsGone) {
      FaultLog.brokenOff(clientIsGone);
    } catch (RuntimeException fault) {
      FaultLog.log(fault);
    }
    async.complete();
  }

  private static Throwable unknown() {
    return new IllegalStateException("no answer");
  }
}
