package dev.parley.chat.zulip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.zulip.ZulipWorld.User;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The client that Zulip publishes for Node.js, against the emulator. */
@Tag("chat")
class ZulipProofTest {
  private static final File NODE = new File("src/test/node").getAbsoluteFile();

  @Test
  void publishedClient_talksToTheEmulator() throws Exception {
    Path output = Files.createTempFile("zulip-proof", ".txt");
    try (ZulipEmulation emulation = new ZulipEmulation()) {
      User zoe = emulation.person("zoe");
      emulation.faults().next(Fault.LIMIT, 2);
      ProcessBuilder builder =
          new ProcessBuilder(
                  "node",
                  "zulip.mjs",
                  emulation.emulator.server.address(),
                  emulation.bot.email(),
                  emulation.bot.key(),
                  zoe.email(),
                  zoe.key())
              .directory(NODE)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().put("NODE_PATH", NODE.toPath().resolve("node_modules").toString());
      Process process = builder.start();
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
      } finally {
        process.destroyForcibly();
      }
      String lines = Files.readString(output, UTF_8);
      assertThat(process.exitValue()).as(lines).isZero();
      assertThat(lines.lines())
          .containsExactly(
              "ok wrong key is refused",
              "ok login",
              "ok subscribe",
              "ok channel id",
              "ok topics",
              "ok register",
              "ok send",
              "ok event of the own message",
              "ok event of a person",
              "ok reply",
              "ok history",
              "ok page after a message",
              "ok error of a missing parameter",
              "ok lost queue",
              "ok survive a rate limit");
    } finally {
      Files.delete(output);
    }
  }
}
