package dev.parley.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.event.MessageArrived;
import dev.parley.id.Nickname;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ReleaseResourceTest {
  @Inject Parley parley;

  @TestHTTPResource("/")
  URI address;

  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> answer(String method, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(address.resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void announcement_reachesAnAgent() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    try (Connection reader = parley.connect(ConnectOptions.of("reader"))) {
      reader.listen(
          event -> {
            if (event instanceof MessageArrived arrived) {
              heard.add(arrived.message().text());
            }
          });
      reader.rooms().join(ReleaseResource.RELEASES, Nickname.of("reader"));
      HttpResponse<String> announced = answer("POST", "/releases/1.2.3");
      assertThat(announced.statusCode()).isEqualTo(200);
      assertThat(announced.body()).matches("\\{\"seq\":\\d+}");
      assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("Released 1.2.3");
    }
  }

  @Test
  void health_hasTheStorage() throws Exception {
    HttpResponse<String> health = answer("GET", "/q/health/ready");
    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(health.body()).contains("\"name\": \"parley\"", "\"storage\": \"H2 ");
  }

  @Test
  void metrics_haveTheConnections() throws Exception {
    assertThat(answer("GET", "/q/metrics").body())
        .containsPattern("parley_connections [1-9]")
        .contains("parley_undelivered ");
  }
}
