package dev.parley.war.tool;

import dev.parley.war.wire.ResultFields;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The end of a wait. */
final class Waited {
  private Waited() {}

  /**
   * Applies {@code answer} to the result of {@code waited}; cancelling the returned stage ends the
   * wait.
   */
  static <T> CompletionStage<ResultFields> then(
      CompletionStage<T> waited, Function<T, ResultFields> answer) {
    CompletableFuture<T> wait = waited.toCompletableFuture();
    CompletableFuture<ResultFields> fields = wait.thenApply(answer);
    var unused =
        fields.whenComplete(
            (result, ended) -> {
              if (fields.isCancelled()) {
                wait.cancel(false);
              }
            });
    return fields;
  }
}
