package dev.parley.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server's answers about itself, built into the file for the time it is away. They are read
 * when they are needed first. Safe for all threads.
 */
final class OfflineCatalog {
  private static final String FILE = "offline-answers.json";
  private static final String CHANNEL = "\"claude/channel\":{}";
  private static final List<String> VERSIONS =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

  /** The tool that reads what durable rooms keep. */
  static final String READS_TOPICS = "parley_fetch_recent";

  private @Nullable JsonText read;

  private synchronized JsonText read() {
    if (read == null) {
      try (InputStream in = OfflineCatalog.class.getResourceAsStream(FILE)) {
        if (in == null) {
          throw new IllegalStateException(FILE + " is not in the WAR");
        }
        read = JsonText.parse(in.readAllBytes());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    return read;
  }

  /**
   * The result of {@code initialize}, in the version that was asked for if it is a known one.
   *
   * @param asks whether the client may ask people for permissions, as the server says to agents
   *     with a credential
   */
  String initialize(@Nullable String asked, ToolChoice tools, boolean asks) {
    String version =
        asked != null && VERSIONS.contains(asked) ? asked : VERSIONS.get(VERSIONS.size() - 1);
    String answer = part("initialize").line();
    String rest =
        asks ? answer.replace(CHANNEL, CHANNEL + ",\"claude/channel/permission\":{}") : answer;
    return "{\"protocolVersion\":\""
        + version
        + "\",\"instructions\":"
        + part("instructions", tools.name()).line()
        + ","
        + rest.substring(1);
  }

  /** Returns whether the chosen sets have the tool that reads what durable rooms keep. */
  boolean readsTopics(ToolChoice chosen) {
    return tools(chosen).contains("\"name\":\"" + READS_TOPICS + "\"");
  }

  /** The result of {@code tools/list} for the chosen sets, as the server puts them together. */
  String tools(ToolChoice chosen) {
    if (chosen.sets().size() < 2) {
      return "{\"tools\":" + part("tools", chosen.name()).line() + "}";
    }
    Map<String, String> tools = new LinkedHashMap<>();
    for (String set : chosen.sets()) {
      for (JsonText tool : part("tools", set).elements()) {
        tools.putIfAbsent(String.valueOf(tool.textAt("name")), tool.line());
      }
    }
    if (chosen.sets().containsAll(List.of("rooms", "team"))) {
      for (JsonText tool : part("tools", ToolChoice.ALL).elements()) {
        tools.computeIfPresent(
            String.valueOf(tool.textAt("name")), (name, ofOneSet) -> tool.line());
      }
    }
    return "{\"tools\":[" + String.join(",", tools.values()) + "]}";
  }

  private JsonText part(String... path) {
    JsonText found = read().member(path);
    if (found == null) {
      throw new IllegalStateException(FILE + " has no " + String.join("/", path));
    }
    return found;
  }
}
