package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.trust.TrustedAuthorities;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpTransportTest {
  private static final int PATIENCE_MILLIS = 5_000;

  private final StandInServer server = StandInServer.started();
  private final HttpTransport http =
      new HttpTransport(
          BridgeOptions.of(new String[] {"--url", server.url()}, Map.of()).server(),
          TrustedAuthorities.DEFAULT,
          "");

  @AfterEach
  void endServer() {
    server.close();
  }

  @Test
  void abort_whenTheReplyWasRead_sparesTheNextExchangeOnTheSameConnection() throws Exception {
    InFlight first = new InFlight();
    try (HttpReply reply = exchange("ping", first)) {
      reply.bytes();
    }
    server.initializeDelayMillis = 200;
    CompletableFuture<Integer> next =
        CompletableFuture.supplyAsync(() -> statusOf("initialize", new InFlight()));
    server.awaitReceived(1, request -> request.is("initialize"));
    first.abort();
    assertThat(next.get()).isEqualTo(200);
  }

  @Test
  void abort_beforeTheReplyIsClosed_theConnectionCarriesNothingMore() throws Exception {
    InFlight first = new InFlight();
    try (HttpReply reply = exchange("ping", first)) {
      reply.bytes();
      first.abort();
    }
    assertThat(statusOf("initialize", new InFlight())).isEqualTo(200);
  }

  private int statusOf(String method, InFlight inFlight) {
    try (HttpReply reply = exchange(method, inFlight)) {
      return reply.status();
    } catch (ServerCallException failure) {
      throw new AssertionError(failure);
    }
  }

  private HttpReply exchange(String method, InFlight inFlight) throws ServerCallException {
    String request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{}}";
    return http.exchange("POST", "", request.getBytes(UTF_8), PATIENCE_MILLIS, inFlight);
  }
}
