package dev.parley.war.grant;

import static dev.parley.credential.Scope.BUS_READ;
import static dev.parley.credential.Scope.BUS_WRITE;
import static dev.parley.credential.Scope.ROOMS_READ;
import static dev.parley.credential.Scope.ROOMS_WRITE;
import static dev.parley.credential.Scope.TEAM_READ;
import static dev.parley.credential.Scope.TEAM_WRITE;

import dev.parley.credential.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The scopes that admit a call of each tool; one of them is enough. A tool that is not listed needs
 * the scope to administer, so that a new one is closed until it is listed.
 */
public final class ToolScopes {
  /** The scopes of which one admits reading messages that wait for an agent. */
  public static final List<Scope> MESSAGES = List.of(ROOMS_READ, BUS_READ, TEAM_READ);

  private static final List<Scope> ROOMS = List.of(ROOMS_READ);
  private static final List<Scope> TALK = List.of(ROOMS_WRITE);
  private static final List<Scope> TOPICS = List.of(BUS_READ);
  private static final List<Scope> POST = List.of(BUS_WRITE);
  private static final List<Scope> BOARD = List.of(TEAM_READ);
  private static final List<Scope> WORK = List.of(TEAM_WRITE);

  private static final Map<String, List<Scope>> SCOPES =
      Map.ofEntries(
          Map.entry("list_rooms", ROOMS),
          Map.entry("who_is_here", ROOMS),
          Map.entry("join_room", TALK),
          Map.entry("leave_room", TALK),
          Map.entry("send_message", List.of(ROOMS_WRITE, TEAM_WRITE)),
          Map.entry("parley_fetch_recent", TOPICS),
          Map.entry("parley_list_users", TOPICS),
          Map.entry("parley_post", POST),
          Map.entry("parley_reply", POST),
          Map.entry("get_messages", BOARD),
          Map.entry("get_all_tasks", BOARD),
          Map.entry("get_artifact", BOARD),
          Map.entry("get_server_info", MESSAGES),
          Map.entry("list_sessions", BOARD),
          Map.entry("get_session_summary", BOARD),
          Map.entry("get_orchestrator_state", BOARD),
          Map.entry("read_memory", BOARD),
          Map.entry("list_agents", BOARD),
          Map.entry("list_pool_agents", BOARD),
          Map.entry("start_session", WORK),
          Map.entry("save_session_summary", WORK),
          Map.entry("save_orchestrator_state", WORK),
          Map.entry("write_memory", WORK),
          Map.entry("append_memory", WORK),
          Map.entry("broadcast_thinking", WORK),
          Map.entry("create_task", WORK),
          Map.entry("update_task", WORK),
          Map.entry("claim_task", WORK),
          Map.entry("claim_next_task", WORK),
          Map.entry("renew_claim", WORK),
          Map.entry("release_claim", WORK),
          Map.entry("post_artifact", WORK),
          Map.entry("request_review", WORK),
          Map.entry("submit_review", WORK),
          Map.entry("wait_for_messages", MESSAGES),
          Map.entry("ack_messages", MESSAGES),
          Map.entry("message_status", MESSAGES),
          Map.entry("search_messages", List.of(ROOMS_READ, BUS_READ)),
          Map.entry("wake_test", MESSAGES));

  private ToolScopes() {}

  /** Returns the scopes of which one admits a call of {@code tool}. */
  public static List<Scope> of(String tool) {
    return SCOPES.getOrDefault(tool, List.of(Scope.ADMIN));
  }

  /** Returns the names of the tools that are listed. */
  static Set<String> names() {
    return SCOPES.keySet();
  }
}
