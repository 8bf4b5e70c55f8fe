package dev.parley.chat.zulip;

import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.emulator.NodeProof;
import dev.parley.chat.zulip.ZulipWorld.User;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The client that Zulip publishes for Node.js, against the emulator. */
@Tag("chat")
class ZulipProofTest {
  @Test
  void publishedClient_talksToTheEmulator() throws Exception {
    try (ZulipEmulation emulation = new ZulipEmulation()) {
      User zoe = emulation.person("zoe");
      emulation.faults().next(Fault.LIMIT, 2);
      try (NodeProof proof =
          NodeProof.start(
              "zulip.mjs",
              "zulip-js",
              emulation.emulator.server.address(),
              emulation.bot.email(),
              emulation.bot.key(),
              zoe.email(),
              zoe.key())) {
        proof.expectOk(
            "wrong key is refused",
            "login",
            "subscribe",
            "channel id",
            "topics",
            "register",
            "send",
            "event of the own message",
            "event of a person",
            "reply",
            "history",
            "page after a message",
            "error of a missing parameter",
            "lost queue",
            "survive a rate limit");
      }
    }
  }
}
