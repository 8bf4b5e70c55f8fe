package dev.parley.chat.telegram;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.emulator.NodeProof;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A conversation of grammy, a client of the Bot API, with the emulator. */
@Tag("chat")
final class TelegramProofTest {
  private static final long CHAT = -1_007_000_000_001L;

  @Test
  void grammy_talksWithTheEmulator() throws Exception {
    try (TelegramEmulator emulator = new TelegramEmulator(false)) {
      emulator.add(CHAT, "supergroup", "public_group");
      emulator.write(CHAT, "zoe_miller", "before the start", 0);
      try (NodeProof proof =
          NodeProof.start(
              "telegram.mjs",
              "grammy",
              emulator.address(),
              TelegramEmulator.TOKEN,
              "@public_group")) {
        answer(emulator, proof, "ready", "Who is there?");
        answer(emulator, proof, "I am", "Slow down");
        proof.expectOk(
            "login",
            "chat by name",
            "rights",
            "backlog",
            "send",
            "event",
            "reply",
            "limit",
            "refusal",
            "migration",
            "end");
      }
      assertThat(emulator.updates().size()).as("all is confirmed").isZero();
    }
  }

  /** Has a person answer when the bot has said some words. */
  private static void answer(
      TelegramEmulator emulator, NodeProof proof, String words, String text) {
    eventually(
        "the bot says " + words,
        () ->
            !proof.isRunning()
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
