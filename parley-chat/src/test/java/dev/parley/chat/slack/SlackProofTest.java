package dev.parley.chat.slack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The emulator as Slack's own clients see it. */
@Tag("chat")
final class SlackProofTest {
  private static final Path NODE = Path.of("src/test/node");
  private static final List<String> OPERATIONS =
      List.of(
          "auth.test",
          "conversations.create",
          "socket",
          "chat.postMessage",
          "own event",
          "person's event",
          "reply in the thread",
          "conversations.history",
          "conversations.replies",
          "users.info",
          "conversations.list",
          "rate limit",
          "error",
          "disconnect frame");

  @Test
  void officialClients_holdAConversation() throws Exception {
    Path folder = Files.isDirectory(NODE) ? NODE : Path.of("parley-chat").resolve(NODE);
    assumeTrue(
        Files.isDirectory(folder.resolve("node_modules/@slack/web-api")),
        "the clients are not installed: npm ci in " + folder);
    try (SlackEmulation emulation = new SlackEmulation()) {
      String person = "xoxp-" + emulation.emulator().workspace().person("zoe");
      Process node =
          new ProcessBuilder(
                  "node",
                  "slack.mjs",
                  emulation.emulator().api() + "/",
                  emulation.app().botToken,
                  emulation.app().appToken,
                  person)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      String output = new String(node.getInputStream().readAllBytes(), UTF_8);
      assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(output.lines().filter(line -> line.startsWith("ok ")).toList())
          .as(output)
          .containsExactlyElementsOf(OPERATIONS.stream().map(name -> "ok " + name).toList());
      assertThat(node.exitValue()).isZero();
    }
  }
}
