package dev.parley.chat.slack;

import dev.parley.chat.emulator.NodeProof;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The emulator as Slack's own clients see it. */
@Tag("chat")
final class SlackProofTest {
  @Test
  void officialClients_holdAConversation() throws Exception {
    try (SlackEmulation emulation = new SlackEmulation();
        NodeProof proof =
            NodeProof.start(
                "slack.mjs",
                "@slack/web-api",
                emulation.emulator().api() + "/",
                emulation.app().botToken,
                emulation.app().appToken,
                "xoxp-" + emulation.emulator().workspace().person("zoe"))) {
      proof.expectOk(
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
    }
  }
}
