package dev.parley.war.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.war.wire.McpError;
import java.io.EOFException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A failure reaches its client as JSON-RPC, under the id of the request, and without its words. */
class FaultsTest {
  @Test
  void failure_laterOrAtOnce_isAnsweredUnderTheId() {
    IllegalStateException fault = new IllegalStateException("inside");
    answeredWithFault(() -> CompletableFuture.failedFuture(fault));
    answeredWithFault(
        () ->
            CompletableFuture.supplyAsync(
                () -> {
                  throw fault;
                }));
    answeredWithFault(
        () -> {
          throw fault;
        });
  }

  private static void answeredWithFault(Supplier<CompletionStage<McpAnswer>> work) {
    WholeAnswer answer = (WholeAnswer) McpRequest.answered(7, work).toCompletableFuture().join();
    assertThat(answer.status()).isEqualTo(500);
    assertThat(new String(answer.body(), UTF_8))
        .contains("\"id\":7", "internal_error")
        .doesNotContain("inside", "IllegalState");
  }

  @Test
  void refusals_areTheClients_theStoragesOrTheServers() {
    assertThat(Faults.refusal(new EOFException("Early EOF"))).isEqualTo(McpError.BROKEN_BODY);
    assertThat(Faults.refusal(new NoSuchFileException("home"))).isEqualTo(McpError.INTERNAL_ERROR);
    assertThat(
            Faults.refusal(
                new ParleyException(new Unavailable("The database", Duration.ofSeconds(1)))))
        .isEqualTo(McpError.UNAVAILABLE);
  }
}
