package dev.parley.chat.telegram;

import static dev.parley.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.chat.emulator.Faults.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A conversation of grammy, a client of the Bot API, with the emulator. */
@Tag("chat")
final class TelegramProofTest {
  private static final Path FOLDER = Path.of("src/test/node").toAbsolutePath();
  private static final long CHAT = -1_007_000_000_001L;

  @Test
  void grammy_talksWithTheEmulator() throws Exception {
    assumeTrue(Files.isDirectory(FOLDER.resolve("node_modules/grammy")), "grammy is installed");
    try (TelegramEmulator emulator = new TelegramEmulator(false)) {
      emulator.add(CHAT, "supergroup", "public_group");
      emulator.write(CHAT, "zoe_miller", "before the start", 0);
      Path output = Files.createTempFile("telegram-proof", ".txt");
      Process node =
          new ProcessBuilder(
                  "node",
                  "telegram.mjs",
                  emulator.address(),
                  TelegramEmulator.TOKEN,
                  "@public_group")
              .directory(FOLDER.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        answer(emulator, node, "ready", "Who is there?");
        answer(emulator, node, "I am", "Slow down");
        assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
        List<String> lines = Files.readAllLines(output, UTF_8);
        assertThat(lines)
            .containsExactly(
                "ok login",
                "ok chat by name",
                "ok rights",
                "ok backlog",
                "ok send",
                "ok event",
                "ok reply",
                "ok limit",
                "ok refusal",
                "ok migration",
                "ok end");
        assertThat(node.exitValue()).isZero();
        assertThat(emulator.updates().size()).as("all is confirmed").isZero();
      } finally {
        node.destroyForcibly();
        Files.delete(output);
      }
    }
  }

  /** Has a person answer when the bot has said some words. */
  private static void answer(TelegramEmulator emulator, Process node, String words, String text) {
    eventually(
        "the bot says " + words,
        () ->
            !node.isAlive()
                || emulator.messages(CHAT).stream()
                    .anyMatch(message -> message.path("text").asString("").equals(words)));
    if (text.equals("Slow down")) {
      emulator.faults().next(Fault.LIMIT, 1);
      emulator.add(-4_009_999L, "group", "");
      emulator.migrate(-4_009_999L, -1_007_000_000_002L, false);
    }
    emulator.write(CHAT, "zoe_miller", text, 0);
  }
}
