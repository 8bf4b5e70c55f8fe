package dev.parley.server;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that bound what callers can make grow. The server checks their values. */
final class LimitOptions {
  private static final String COUNT = "COUNT";
  private static final String RATE = "RATE:BURST|off";
  private static final String GUARD = "COUNT|off";
  private static final String BYTES = "BYTES";
  private static final int DEFAULT_MAX_TOKEN_LENGTH = 1_024;

  @Option(
      names = "--max-messages",
      paramLabel = COUNT,
      description = "Messages a session holds. Bounds: 0 to 999999999. Default: 200000.")
  private @Nullable Integer maxMessages;

  @Option(
      names = "--max-tasks",
      paramLabel = COUNT,
      description = "Tasks a session holds. Bounds: 0 to 999999999. Default: 20000.")
  private @Nullable Integer maxTasks;

  @Option(
      names = "--max-artifacts",
      paramLabel = COUNT,
      description = "Artifacts a session holds. Bounds: 0 to 999999999. Default: 10000.")
  private @Nullable Integer maxArtifacts;

  @Option(
      names = "--max-reviews",
      paramLabel = COUNT,
      description = "Reviews a session holds. Bounds: 0 to 999999999. Default: 10000.")
  private @Nullable Integer maxReviews;

  @Option(
      names = "--message-rate",
      paramLabel = RATE,
      description =
          "Session messages a second, and at once, of one connection. Bounds: each 1 to "
              + "1000000, or off. Default: 50:500.")
  private @Nullable String messageRate;

  @Option(
      names = "--write-rate",
      paramLabel = RATE,
      description =
          "Writes a second, and at once, of one connection: tasks, artifacts, memory, joins "
              + "... Bounds: each 1 to 1000000, or off. Default: 100:500.")
  private @Nullable String writeRate;

  @Option(
      names = "--initialize-rate",
      paramLabel = RATE,
      description =
          "MCP sessions a second, and at once, that one credential or address begins. Off "
              + "where --rate-limit is off, like the two rates above. Bounds: each 1 to 1000000, "
              + "or off. Default: 50:500.")
  private @Nullable String initializeRate;

  @Option(
      names = "--max-mcp-sessions",
      paramLabel = COUNT,
      description = "MCP sessions at once. Bounds: 1 or more. Default: 5000.")
  private @Nullable Integer mcpSessions;

  @Option(
      names = "--max-mcp-sessions-each",
      paramLabel = COUNT,
      description =
          "MCP sessions at once of one credential or address. Bounds: 1 or more. Default: 2500.")
  private @Nullable Integer mcpSessionsEach;

  @Option(
      names = "--max-client-info",
      paramLabel = BYTES,
      description =
          "Bytes a client says of itself in initialize. Bounds: 1024 or more. Default: 8192.")
  private @Nullable Integer clientInfo;

  @Option(
      names = "--max-calls",
      paramLabel = COUNT,
      description =
          "Calls of one MCP session that wait for their answer. Bounds: 1 or more. Default: "
              + "256.")
  private @Nullable Integer calls;

  @Option(
      names = "--max-token-length",
      paramLabel = "CHARACTERS",
      description =
          "Length of the longest token that is taken. Bounds: 0 to 999999999. Default: 1024.")
  private @Nullable Integer tokenLength;

  @Option(
      names = "--max-answer",
      paramLabel = BYTES,
      description =
          "Bytes of one answer that lists something; the rest is paged. Bounds: 16384 or "
              + "more. Default: 1048576.")
  private @Nullable Integer answer;

  @Option(
      names = "--max-workspaces",
      paramLabel = COUNT,
      description = "Workspaces of this server. Bounds: 1 to 100000000. Default: 1000.")
  private @Nullable Integer workspaces;

  @Option(
      names = "--max-rooms",
      paramLabel = COUNT,
      description = "Rooms of one workspace. Bounds: 1 to 100000000. Default: 5000.")
  private @Nullable Integer rooms;

  @Option(
      names = "--max-sessions",
      paramLabel = COUNT,
      description =
          "Sessions of team work of one workspace. Bounds: 1 to 100000000. Default: 10000.")
  private @Nullable Integer sessions;

  @Option(
      names = "--max-agents",
      paramLabel = COUNT,
      description =
          "Agents of one workspace that are there at once. Bounds: 1 to 100000000. Default: "
              + "5000.")
  private @Nullable Integer agents;

  @Option(
      names = "--max-documents",
      paramLabel = COUNT,
      description = "Memory documents of one workspace. Bounds: 1 to 100000000. Default: 2000.")
  private @Nullable Integer documents;

  @Option(
      names = "--max-exchanges",
      paramLabel = GUARD,
      description =
          "Messages of agents that may answer each other without a person or work in "
              + "between. Bounds: 1 to 10000, or off. Default: 100.")
  private @Nullable String exchanges;

  @Option(
      names = "--max-wakes",
      paramLabel = GUARD,
      description =
          "Wakes within an hour that one agent causes another. Bounds: 1 to 10000, or off. "
              + "Default: 30.")
  private @Nullable String wakes;

  @Option(
      names = "--max-urgent",
      paramLabel = GUARD,
      description =
          "Urgent messages of one sender within an hour. Bounds: 1 to 10000, or off. "
              + "Default: 3.")
  private @Nullable String urgent;

  @Option(
      names = "--max-permissions",
      paramLabel = COUNT,
      description = "Open permission requests of one workspace. Bounds: 1 to 200. Default: 100.")
  private @Nullable Integer permissions;

  @Option(
      names = "--max-permissions-each",
      paramLabel = COUNT,
      description = "Open permission requests of one agent. Bounds: 1 to 200. Default: 10.")
  private @Nullable Integer permissionsEach;

  @Option(
      names = "--permission-timeout",
      paramLabel = "TIME",
      description =
          "How long a permission request waits for people, 15m or PT15M. Bounds: 1s to 24h. "
              + "Default: 15m.")
  private @Nullable String permissionTimeout;

  @Option(
      names = "--audit-days",
      paramLabel = COUNT,
      description = "Days an entry of the audit is kept. Bounds: 1 to 3650. Default: 90.")
  private @Nullable Integer auditDays;

  @Option(
      names = "--audit-rows",
      paramLabel = COUNT,
      description =
          "Entries of the audit that are kept; the oldest go. Bounds: 1000 to 100000000. "
              + "Default: 500000.")
  private @Nullable Integer auditRows;

  /** The length of the longest token that is taken. */
  int maxTokenLength() {
    return tokenLength == null ? DEFAULT_MAX_TOKEN_LENGTH : tokenLength;
  }

  /** The settings that were given, by their names. */
  Map<String, Object> given() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("max-messages", maxMessages);
    all.put("max-tasks", maxTasks);
    all.put("max-artifacts", maxArtifacts);
    all.put("max-reviews", maxReviews);
    all.put("message-rate", messageRate);
    all.put("write-rate", writeRate);
    all.put("initialize-rate", initializeRate);
    all.put("max-mcp-sessions", mcpSessions);
    all.put("max-mcp-sessions-each", mcpSessionsEach);
    all.put("max-client-info", clientInfo);
    all.put("max-calls", calls);
    all.put("max-token-length", tokenLength);
    all.put("max-answer", answer);
    all.put("max-workspaces", workspaces);
    all.put("max-rooms", rooms);
    all.put("max-sessions", sessions);
    all.put("max-agents", agents);
    all.put("max-documents", documents);
    all.put("max-exchanges", exchanges);
    all.put("max-wakes", wakes);
    all.put("max-urgent", urgent);
    all.put("max-permissions", permissions);
    all.put("max-permissions-each", permissionsEach);
    all.put("permission-timeout", permissionTimeout);
    all.put("audit-days", auditDays);
    all.put("audit-rows", auditRows);
    return OptionValues.of(all);
  }
}
