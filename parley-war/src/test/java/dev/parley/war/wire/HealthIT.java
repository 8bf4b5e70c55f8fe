package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What {@code GET /health} tells whom, and how a server that cannot start says why. */
class HealthIT {
  private static final String TOKEN = "a-token-of-this-test";

  @Test
  void health_withoutTheToken_isTheStatusAndTheTimeAlone() {
    try (RunningServer server = RunningServer.launch().environment("PARLEY_TOKEN", TOKEN).start()) {
      assertThat(server.http("/health").body())
          .matches("\\{\"status\":\"up\",\"time\":\"[0-9TZ.:-]+\"}");
      JsonNode told =
          RawMcp.at(server.at("/health")).header("Authorization", "Bearer " + TOKEN).get().json();
      assertThat(told.get("status").asString()).isEqualTo("up");
      assertThat(told.get("version").asString()).isNotEmpty();
      assertThat(told.at("/database/product").asString()).startsWith("H2 ");
      assertThat(told.at("/bus/durable").asString()).isEqualTo("database");
    }
  }

  @Test
  void dataFolder_thatIsAFile_isRefusedInASentence(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    var ended = RunningServer.launch().data(file).refused();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.printed())
        .contains("it is a file, not a folder", "--data")
        .doesNotContain("\tat ", "Exception");
    assertThat(ended.printed().lines()).hasSize(1);
  }

  @Test
  void broker_thatIsAwayAtTheStart_isSaidWithoutItsPassword() {
    for (String bus :
        new String[] {"redis://u:SECRET@127.0.0.1:1", "nats://u:SECRET@127.0.0.1:1"}) {
      var ended = RunningServer.launch().with("--bus", bus).refused();
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.printed())
          .contains("the message broker at", "127.0.0.1:1 does not answer: start it")
          .doesNotContain("\tat ", "Exception", "SECRET");
    }
  }

  @Test
  void broker_ofAnUnreadableAddress_isSaidWithoutItsPassword() {
    for (String bus : new String[] {"amqp://u:SECRET@host", "nats://u:SEC RET@host"}) {
      var ended = RunningServer.launch().with("--bus", bus).refused();
      assertThat(ended.exitCode()).isNotZero();
      assertThat(ended.printed()).doesNotContain("\tat ", "SECRET", "RET@");
    }
  }
}
