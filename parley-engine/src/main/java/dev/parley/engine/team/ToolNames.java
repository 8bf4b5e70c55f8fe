package dev.parley.engine.team;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The tools a persona may be given. */
public final class ToolNames {
  /** What the names of further tools begin with. */
  public static final String OPEN_PREFIX = "parley_";

  /** Every tool by its full name. */
  public static final Set<String> KNOWN =
      Set.of(
          "append_memory",
          "broadcast_thinking",
          "claim_next_task",
          "claim_task",
          "create_task",
          "get_all_tasks",
          "get_artifact",
          "get_messages",
          "get_orchestrator_state",
          "get_server_info",
          "get_session_summary",
          "join_room",
          "leave_room",
          "list_agents",
          "list_pool_agents",
          "list_rooms",
          "list_sessions",
          "post_artifact",
          "read_memory",
          "release_claim",
          "renew_claim",
          "request_review",
          "save_orchestrator_state",
          "save_session_summary",
          "send_message",
          "start_session",
          "submit_review",
          "update_task",
          "who_is_here",
          "write_memory");

  private ToolNames() {}

  /** Whether a persona may be given {@code name}. */
  public static boolean isKnown(String name) {
    return KNOWN.contains(name)
        || (name.startsWith(OPEN_PREFIX) && name.length() > OPEN_PREFIX.length());
  }

  /** Those of {@code names} that are not known, in their order. */
  static List<String> unknown(Collection<String> names) {
    return names.stream().filter(name -> !isKnown(name)).distinct().toList();
  }

  /** All of them, for a sentence. */
  static String listed() {
    return String.join(", ", new TreeSet<>(KNOWN)) + ", and any that begins with " + OPEN_PREFIX;
  }
}
