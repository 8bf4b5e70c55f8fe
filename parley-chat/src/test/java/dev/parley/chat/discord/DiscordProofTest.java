package dev.parley.chat.discord;

import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.emulator.NodeProof;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The proof that the emulator behaves as discord.js expects of Discord. */
@Tag("chat")
final class DiscordProofTest {
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
    try (NodeProof proof =
        NodeProof.start(
            "discord.mjs",
            "discord.js",
            this::grant,
            discord.address(),
            DiscordEmulator.TOKEN,
            probe.channel().id)) {
      proof.expectOk(
          "login",
          "channel",
          "history",
          "send",
          "event",
          "reply",
          "refusals",
          "rate limit",
          "resume",
          "logout");
    }
  }

  private void grant(String wish) {
    switch (wish) {
      case "person" -> probe.write("I am here");
      case "limit" -> discord.faults.next(Fault.LIMIT, 1);
      case "cut" -> {
        discord.gateway.cut();
        probe.emulation.write(DiscordProbe.PLANNING, "zoe", "meanwhile", Optional.empty());
      }
      default -> throw new IllegalArgumentException(wish);
    }
  }
}
