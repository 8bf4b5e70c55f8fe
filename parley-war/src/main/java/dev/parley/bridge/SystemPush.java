package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A word from the bridge to the model, pushed as a system message of Parley is. */
final class SystemPush {
  private SystemPush() {}

  static byte[] connected(ServerUrl server) {
    return push("connected", "Parley at " + server + " can be reached now.");
  }

  /**
   * @param rejoined the outcome for each room the agent was in, a clause for each; may be empty
   * @param readsTopics whether the agent has a tool that reads what durable rooms keep
   */
  static byte[] reconnected(String rejoined, boolean readsTopics) {
    return push(
        "reconnected",
        "Parley was restarted or had closed this connection; a new one is open. "
            + (rejoined.isEmpty()
                ? "You are in no room."
                : rejoined + " Messages sent in between were not delivered to you.")
            + (rejoined.isEmpty() || !readsTopics
                ? ""
                : " What was sent to a durable room is kept: read it with "
                    + OfflineCatalog.READS_TOPICS
                    + "."));
  }

  private static byte[] push(String code, String sentence) {
    return ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":{\"content\":"
            + JsonText.quoted(sentence)
            + ",\"meta\":{\"code\":\""
            + code
            + "\"}}}")
        .getBytes(UTF_8);
  }
}
