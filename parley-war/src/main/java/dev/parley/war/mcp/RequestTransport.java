package dev.parley.war.mcp;

import dev.parley.engine.logging.Masking;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * The server's side of one posted request: whatever it says on the way, and the answer. Where the
 * answer is the first thing said, the request needs no stream.
 */
final class RequestTransport extends SdkTransport {
  private static final System.Logger LOG = System.getLogger(RequestTransport.class.getName());

  private final CompletableFuture<JSONRPCMessage> first = new CompletableFuture<>();
  private final List<JSONRPCMessage> said = new ArrayList<>();
  private final Disposable.Swap work = Disposables.swap();
  private final @Nullable Object requestId;
  private final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
  private final List<Runnable> undoing = new ArrayList<>();
  private @Nullable Consumer<JSONRPCMessage> listener;
  private boolean isNotReceived;

  RequestTransport(@Nullable Object requestId) {
    this.requestId = requestId;
  }

  /** Returns a future of the first thing said. */
  CompletableFuture<JSONRPCMessage> first() {
    return first;
  }

  /** Passes {@code to} all that was said, and all that is said from now on. */
  synchronized void passOn(Consumer<JSONRPCMessage> to) {
    said.forEach(to);
    said.clear();
    listener = to;
  }

  /** Keeps the dispatch that {@link #abandon} ends. */
  void doneBy(Disposable dispatch) {
    work.update(dispatch);
  }

  /** Ends the dispatch, because nobody waits for the answer any more. */
  void abandon() {
    work.dispose();
  }

  /** Ends a request that the client has called off: it gets no answer, and had none. */
  void cancel() {
    cancelled.complete(true);
    notReceived();
  }

  /** Returns a future that completes once the client has called the request off. */
  CompletableFuture<Boolean> cancelled() {
    return cancelled;
  }

  /** Undoes the call, because its answer, whether or not it was given, did not arrive. */
  void notReceived() {
    work.dispose();
    List<Runnable> undone;
    synchronized (undoing) {
      isNotReceived = true;
      undone = List.copyOf(undoing);
      undoing.clear();
    }
    undone.forEach(Runnable::run);
  }

  /** Runs {@code undo} once it is known that the answer did not arrive. */
  void whenNotReceived(Runnable undo) {
    synchronized (undoing) {
      if (!isNotReceived) {
        undoing.add(undo);
        return;
      }
    }
    undo.run();
  }

  /** Answers that dispatch itself failed: the request had no usable form, or Parley has a fault. */
  void failed(Throwable cause) {
    if (cause instanceof IllegalArgumentException || cause instanceof ClassCastException) {
      say(error(ErrorCodes.INVALID_PARAMS, "The params do not have the form of this method."));
    } else {
      say(incident(cause));
    }
  }

  private void say(JSONRPCMessage message) {
    hear(message);
    first.complete(message);
  }

  private synchronized void hear(JSONRPCMessage message) {
    if (listener == null) {
      said.add(message);
    } else {
      listener.accept(message);
    }
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    say(withoutInsides(message));
    return Mono.empty();
  }

  /**
   * Removes the server's insides from an answer. The SDK puts exception texts and class names into
   * internal errors; they stay in the log. The SDK also puts the name of an unknown tool beside the
   * sentence, not in it.
   */
  private JSONRPCMessage withoutInsides(JSONRPCMessage message) {
    if (!(message instanceof JSONRPCResponse response) || response.error() == null) {
      return message;
    }
    JSONRPCResponse.JSONRPCError failure = response.error();
    if (failure.code() == ErrorCodes.INTERNAL_ERROR) {
      return incident(new IllegalStateException(String.valueOf(failure.data())));
    }
    return failure.code() == ErrorCodes.INVALID_PARAMS && failure.data() instanceof String sentence
        ? error(ErrorCodes.INVALID_PARAMS, sentence)
        : message;
  }

  private JSONRPCResponse incident(Throwable cause) {
    String incident = UUID.randomUUID().toString();
    LOG.log(System.Logger.Level.ERROR, "Incident " + incident, Masking.trace(cause));
    return error(
        ErrorCodes.INTERNAL_ERROR,
        "Parley failed on this call; the log has it as incident " + incident + ".");
  }

  private JSONRPCResponse error(int code, String sentence) {
    return new JSONRPCResponse(
        "2.0", requestId, null, new JSONRPCResponse.JSONRPCError(code, sentence, null));
  }
}
