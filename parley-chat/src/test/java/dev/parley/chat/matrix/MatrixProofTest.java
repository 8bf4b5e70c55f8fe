package dev.parley.chat.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The official client has the same conversation with the emulator as Parley. */
@Tag("chat")
class MatrixProofTest {
  private static final Path FOLDER = Path.of("src/test/node");
  private static final String ZOE_PASSWORD = "battery staple";

  @Test
  void officialClient_understandsTheEmulator() throws Exception {
    assumeTrue(
        Files.isDirectory(FOLDER.resolve("node_modules/matrix-js-sdk")), "run npm ci in " + FOLDER);
    try (MatrixEmulation emulation = new MatrixEmulation()) {
      TopicName topic = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
      emulation.write(topic, "zoe", "from before", Optional.empty());
      emulation.emulator().accounts().add("@zoe:example.org", ZOE_PASSWORD);
      emulation.emulator().answerOnce("/limited-1", MatrixEmulator.limit("1"));
      Process node =
          new ProcessBuilder(
                  "node",
                  "matrix.mjs",
                  emulation.emulator().address(),
                  "parley",
                  MatrixEmulation.PASSWORD,
                  "zoe",
                  ZOE_PASSWORD,
                  "#parley-planning:example.org")
              .directory(FOLDER.toFile())
              .redirectErrorStream(true)
              .start();
      try {
        String output = new String(node.getInputStream().readAllBytes(), UTF_8);
        assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output.lines().filter(line -> line.startsWith("ok ")))
            .as(output)
            .containsExactlyElementsOf(
                List.of(
                    "ok login",
                    "ok whoami",
                    "ok join",
                    "ok sync",
                    "ok history",
                    "ok timestamp_to_event",
                    "ok send",
                    "ok limit",
                    "ok receive",
                    "ok reply",
                    "ok logout"));
        assertThat(node.exitValue()).as(output).isZero();
        assertThat(emulation.room(topic)).hasSize(5);
        assertThat(emulation.room(topic).get(4).inReplyTo())
            .contains(emulation.room(topic).get(3).id());
      } finally {
        node.destroyForcibly();
      }
    }
  }
}
