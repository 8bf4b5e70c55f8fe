package dev.parley.examples.spring3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.event.MessageArrived;
import dev.parley.id.Nickname;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ReleaseNotesTest {
  @Autowired Parley parley;
  @Autowired DataSource source;

  @Value("${local.server.port}")
  int port;

  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> answer(String method, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
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
      reader.rooms().join(ReleaseController.RELEASES, Nickname.of("reader"));
      HttpResponse<String> announced = answer("POST", "/releases/1.2.3");
      assertThat(announced.statusCode()).isEqualTo(200);
      assertThat(announced.body()).matches("\\{\"seq\":\\d+}");
      assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("Released 1.2.3");
    }
  }

  @Test
  void rows_areInTheDatabaseOfTheApplication() throws Exception {
    try (var connection = source.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM \"parley_schema_history\"")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isPositive();
    }
  }

  @Test
  void actuator_hasHealthAndMetrics() throws Exception {
    HttpResponse<String> health = answer("GET", "/actuator/health/parley");
    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(health.body()).contains("\"status\":\"UP\"", "\"storage\":\"H2 ");
    HttpResponse<String> metric = answer("GET", "/actuator/metrics/parley.connections");
    assertThat(metric.body()).contains("\"value\":1.0");
    assertThat(answer("GET", "/actuator/metrics/parley.undelivered").statusCode()).isEqualTo(200);
  }
}
