package dev.parley.war.launch.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the hub would say of itself, built into the file for the time it is away. Read when it is
 * needed first. Safe for all threads.
 */
final class OfflineAnswers {
  private static final List<String> VERSIONS =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

  /** The tool that reads what durable rooms keep. */
  static final String READS_TOPICS = "parley_fetch_recent";

  private @Nullable JsonText hub;

  private synchronized JsonText hub() {
    if (hub == null) {
      try (InputStream in = OfflineAnswers.class.getResourceAsStream("hub.json")) {
        if (in == null) {
          throw new IllegalStateException("hub.json is not in the file");
        }
        hub = JsonText.parse(in.readAllBytes());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    return hub;
  }

  /** The result of {@code initialize}, in the version that was asked for if it is a known one. */
  String initialize(@Nullable String asked) {
    String version =
        asked != null && VERSIONS.contains(asked) ? asked : VERSIONS.get(VERSIONS.size() - 1);
    JsonText rest = hub().member("initialize");
    if (rest == null) {
      throw new IllegalStateException("hub.json has no initialize");
    }
    return "{\"protocolVersion\":\"" + version + "\"," + rest.line().substring(1);
  }

  /** Whether a tool set has the tool that reads what durable rooms keep. */
  boolean readsTopics(String set) {
    return tools(set).contains("\"name\":\"" + READS_TOPICS + "\"");
  }

  /** The result of {@code tools/list} for a tool set. */
  String tools(String set) {
    JsonText tools = hub().member("tools", set);
    tools = tools != null ? tools : hub().member("tools", BridgeOptions.ALL_TOOLS);
    return "{\"tools\":" + (tools == null ? "[]" : tools.line()) + "}";
  }
}
