package dev.parley.engine.persistence.offline;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A table whose rows belong to a workspace.
 *
 * @param name its name in the database
 * @param condition SQL that chooses the rows of a workspace, with a question mark for each time the
 *     workspace is named
 * @param level the column by which rows are in front of those that refer to them; empty where no
 *     row refers to another of the table
 */
record TransferTable(String name, String condition, Optional<String> level) {
  private static final String OWN = "workspace = ?";
  private static final String OF_TOPIC =
      "topic_id IN (SELECT id FROM parley_topic WHERE workspace = ? AND kind = 'ROOM')";
  private static final String OF_SESSION =
      "session_id IN (SELECT id FROM parley_session WHERE workspace = ?)";

  /** All of them. A table comes after those that its rows refer to. */
  static final List<TransferTable> ALL =
      List.of(
          table("parley_room", OWN),
          table(
              "parley_durable_room", "room_id IN (SELECT id FROM parley_room WHERE workspace = ?)"),
          // The topic of presence is that of the nodes which run.
          table("parley_topic", OWN + " AND kind = 'ROOM'"),
          table("parley_topic_message", OF_TOPIC),
          table("parley_post_once", OF_TOPIC),
          table("parley_copy", OF_TOPIC),
          table("parley_mirror", OF_TOPIC),
          table("parley_session", OWN),
          table("parley_orchestrator_state", OF_SESSION),
          table("parley_event", OF_SESSION),
          table("parley_message", OF_SESSION),
          table("parley_message_metadata", OF_SESSION),
          new TransferTable("parley_task", OF_SESSION, Optional.of("depth")),
          table("parley_task_dependency", OF_SESSION),
          table("parley_task_gate", OF_SESSION),
          table(
              "parley_task_original",
              "task_id IN (SELECT id FROM parley_task WHERE " + OF_SESSION + ")"),
          table("parley_artifact", OF_SESSION),
          table("parley_review", OF_SESSION),
          table(
              "parley_review_verdict",
              "review_id IN (SELECT id FROM parley_review WHERE " + OF_SESSION + ")"),
          table("parley_memory", OWN),
          table("parley_memory_once", OWN),
          table(
              "parley_reading",
              "(topic_id IN (SELECT id FROM parley_room WHERE workspace = ?)"
                  + " OR topic_id IN (SELECT id FROM parley_session WHERE workspace = ?))"),
          table("parley_waiting_call", OWN),
          table("parley_waiting_dismissal", OWN));

  /** The tables that are left out, and the reason. */
  static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("parley_member", "of connections that are open"),
          Map.entry("parley_connection", "of connections that are open"),
          Map.entry("parley_permission", "of connections that are open"),
          Map.entry("parley_node", "of nodes that run"),
          Map.entry("parley_topic_words", "an index, which the server makes anew"),
          Map.entry("parley_credential", "access to a server is not moved to another"),
          Map.entry("parley_oauth_client", "access to a server is not moved to another"),
          Map.entry("parley_oauth_request", "access to a server is not moved to another"),
          Map.entry("parley_oauth_grant", "access to a server is not moved to another"),
          Map.entry("parley_oauth_replaced", "access to a server is not moved to another"),
          Map.entry("parley_audit", "a record of what was done at one server"));

  private static final Map<String, TransferTable> BY_NAME =
      ALL.stream().collect(Collectors.toUnmodifiableMap(TransferTable::name, table -> table));

  private static TransferTable table(String name, String condition) {
    return new TransferTable(name, condition, Optional.empty());
  }

  /** Returns the table of a name. */
  static Optional<TransferTable> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** Returns the number of times that {@link #condition} names the workspace. */
  int parameters() {
    return (int) condition.chars().filter(letter -> letter == '?').count();
  }
}
