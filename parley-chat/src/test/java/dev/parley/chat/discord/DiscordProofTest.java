package dev.parley.chat.discord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.emulator.Faults.Fault;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The proof that the emulator behaves as discord.js expects of Discord. */
@Tag("chat")
final class DiscordProofTest {
  private static final String NODE = System.getProperty("parley.chat.node", "src/test/node");

  private final DiscordProbe probe = new DiscordProbe();
  private final DiscordEmulator discord = probe.discord;

  @AfterEach
  void close() {
    probe.close();
  }

  @Test
  void officialClient_holdsAConversation() throws Exception {
    for (String text : new String[] {"first", "second", "third"}) {
      probe.write(text);
    }
    Process node =
        new ProcessBuilder(
                "node", "discord.mjs", discord.address(), DiscordEmulator.TOKEN, probe.channel().id)
            .directory(new File(NODE))
            .redirectErrorStream(true)
            .start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader out =
            new BufferedReader(new InputStreamReader(node.getInputStream(), UTF_8));
        OutputStream in = node.getOutputStream()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        if (line.startsWith("wants ")) {
          grant(line.substring("wants ".length()), in);
        }
      }
    } finally {
      if (!node.waitFor(10, TimeUnit.SECONDS)) {
        node.destroyForcibly();
      }
    }
    assertThat(lines.stream().filter(line -> !line.startsWith("wants ")))
        .containsExactly(
            "ok login",
            "ok channel",
            "ok history",
            "ok send",
            "ok event",
            "ok reply",
            "ok refusals",
            "ok rate limit",
            "ok resume",
            "ok logout");
    assertThat(node.exitValue()).isZero();
  }

  private void grant(String wish, OutputStream in) throws IOException {
    switch (wish) {
      case "person" -> probe.write("I am here");
      case "limit" -> discord.faults.next(Fault.LIMIT, 1);
      case "cut" -> {
        discord.gateway.cut();
        probe.emulation.write(DiscordProbe.PLANNING, "zoe", "meanwhile", Optional.empty());
      }
      default -> throw new IllegalArgumentException(wish);
    }
    in.write("go\n".getBytes(UTF_8));
    in.flush();
  }
}
