package dev.parley.war.grant;

import static dev.parley.credential.Scope.BUS_READ;
import static dev.parley.credential.Scope.BUS_WRITE;
import static dev.parley.credential.Scope.ROOMS_READ;
import static dev.parley.credential.Scope.ROOMS_WRITE;
import static dev.parley.credential.Scope.TEAM_READ;
import static dev.parley.credential.Scope.TEAM_WRITE;
import static dev.parley.credential.Scope.WATCH;

import dev.parley.credential.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The one table of rights: the requirement of every tool, and of every operation below {@code
 * /api}. A tool that is not listed needs administration. An operation that is not listed is refused
 * to everybody. So a new one is closed until it is listed.
 */
public final class Rights {
  /** The requirement of reading messages that wait for an agent. */
  public static final Requirement MESSAGES = Requirement.anyOf(ROOMS_READ, BUS_READ, TEAM_READ);

  private static final Requirement ROOMS = Requirement.anyOf(ROOMS_READ);
  private static final Requirement TALK = Requirement.anyOf(ROOMS_WRITE);
  private static final Requirement TOPICS = Requirement.anyOf(BUS_READ);
  private static final Requirement POST = Requirement.anyOf(BUS_WRITE);
  private static final Requirement BOARD = Requirement.anyOf(TEAM_READ);
  private static final Requirement WORK = Requirement.anyOf(TEAM_WRITE);

  private static final Requirement PAGE = Requirement.anyOf(WATCH);

  /** The requirement of reading the metrics of the server. */
  public static final Requirement METRICS = PAGE;

  /** The requirement of reading how far a session is, at the page or with a token. */
  private static final Requirement PROGRESS = Requirement.anyOf(WATCH, TEAM_READ);

  /** The requirements of the operations that take a token in place of a login. */
  private static final Set<Requirement> WITH_TOKEN =
      Set.of(Requirement.ADMINISTRATION, MESSAGES, PROGRESS);

  /** The requirement of joining a room at the page, and of sending to it. */
  public static final Requirement TALK_ON_PAGE = new Requirement(Role.MEMBER, List.of(ROOMS_WRITE));

  /** The requirement of a change of sessions or memory at the page. */
  public static final Requirement WORK_ON_PAGE = new Requirement(Role.MEMBER, List.of(TEAM_WRITE));

  /** The requirement of a decision about the tasks and reviews of others. */
  public static final Requirement LEAD_ON_PAGE = new Requirement(Role.LEAD, List.of(TEAM_WRITE));

  /** The requirement of an answer to a permission request. */
  public static final Requirement ANSWER_PERMISSIONS = LEAD_ON_PAGE;

  /** The requirement of asking people for the permission to use a tool, for an agent. */
  public static final Requirement ASK_PERMISSION = Requirement.anyOf(ROOMS_WRITE, TEAM_WRITE);

  private static final Map<String, Requirement> TOOLS =
      Map.ofEntries(
          Map.entry("list_rooms", ROOMS),
          Map.entry("who_is_here", ROOMS),
          Map.entry("join_room", TALK),
          Map.entry("leave_room", TALK),
          Map.entry("send_message", Requirement.anyOf(ROOMS_WRITE, TEAM_WRITE)),
          Map.entry("parley_fetch_recent", TOPICS),
          Map.entry("parley_list_users", TOPICS),
          Map.entry("parley_post", POST),
          Map.entry("parley_reply", POST),
          Map.entry("get_messages", BOARD),
          Map.entry("get_all_tasks", BOARD),
          Map.entry("get_artifact", BOARD),
          Map.entry("get_reviews", BOARD),
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
          Map.entry("search_messages", Requirement.anyOf(ROOMS_READ, BUS_READ)),
          Map.entry("wake_test", MESSAGES));

  private static final Operations OPERATIONS = new Operations(operations());

  private Rights() {}

  private static Map<String, Requirement> operations() {
    Map<String, Requirement> all = new LinkedHashMap<>();
    list(all, Requirement.NONE, "GET /api/me", "POST /api/login", "POST /api/logout");
    list(all, Requirement.NONE, "GET /api/login/oidc", "GET /api/login/oidc/callback");
    list(all, Requirement.NONE, "GET /api/openapi.yaml");
    list(all, PAGE, "GET /api/workspaces", "PUT /api/login/workspace");
    list(all, PAGE, "GET /api/stream", "GET /api/health", "GET /api/agents", "GET /api/search");
    list(all, PAGE, "GET /api/search/work");
    list(all, PAGE, "GET /api/rooms", "GET /api/rooms/{room}", "GET /api/rooms/{room}/messages");
    list(all, PAGE, "GET /api/rooms/{room}/threads/{message}");
    list(all, TALK_ON_PAGE, "POST /api/rooms/{room}/messages");
    list(all, TALK_ON_PAGE, "PUT /api/rooms/{room}/seat", "DELETE /api/rooms/{room}/seat");
    list(all, PAGE, "GET /api/sessions", "GET /api/sessions/{session}");
    list(all, PAGE, "GET /api/sessions/{session}/events", "GET /api/sessions/{session}/team");
    list(all, WORK_ON_PAGE, "POST /api/sessions/{session}/messages");
    list(all, PAGE, "GET /api/sessions/{session}/tasks");
    list(all, PAGE, "GET /api/sessions/{session}/tasks/{task}");
    list(all, WORK_ON_PAGE, "POST /api/sessions/{session}/tasks");
    list(all, WORK_ON_PAGE, "PATCH /api/sessions/{session}/tasks/{task}");
    list(all, PAGE, "GET /api/sessions/{session}/artifacts");
    list(all, PAGE, "GET /api/sessions/{session}/artifacts/{artifact}");
    list(all, PAGE, "GET /api/sessions/{session}/artifacts/{artifact}/diff");
    list(all, PAGE, "GET /api/sessions/{session}/artifacts/{artifact}/content");
    list(all, PAGE, "GET /api/sessions/{session}/export");
    list(all, PAGE, "GET /api/sessions/{session}/reviews");
    list(all, PROGRESS, "GET /api/sessions/{session}/completion-check");
    list(all, MESSAGES, "POST /api/hook/tool-use");
    list(all, WORK_ON_PAGE, "POST /api/sessions/{session}/reviews/{review}");
    list(all, PAGE, "GET /api/personas", "GET /api/memory", "GET /api/memory/{agent}");
    list(all, WORK_ON_PAGE, "PUT /api/memory/project/sections");
    list(all, WORK_ON_PAGE, "PUT /api/memory/project/sections/{key}");
    list(all, WORK_ON_PAGE, "PUT /api/memory/agents/{agent}/sections");
    list(all, WORK_ON_PAGE, "PUT /api/memory/agents/{agent}/sections/{key}");
    list(all, WORK_ON_PAGE, "POST /api/agents/{agent}/resume");
    list(all, WORK_ON_PAGE, "POST /api/agents/{agent}/wake-test");
    list(all, PAGE, "GET /api/waiting", "POST /api/waiting/{id}/dismiss");
    list(all, ANSWER_PERMISSIONS, "POST /api/permissions/{id}");
    list(all, PAGE, "GET /api/consents", "DELETE /api/consents/{id}");
    list(all, Requirement.ADMINISTRATION, "GET /api/credentials", "POST /api/credentials");
    list(all, Requirement.ADMINISTRATION, "GET /api/credentials/{id}");
    list(all, Requirement.ADMINISTRATION, "PATCH /api/credentials/{id}");
    list(all, Requirement.ADMINISTRATION, "DELETE /api/credentials/{id}");
    list(all, Requirement.ADMINISTRATION, "POST /api/credentials/{id}/rotate");
    list(all, Requirement.ADMINISTRATION, "GET /api/audit", "GET /api/audit/export");
    list(all, Requirement.ADMINISTRATION, "POST /api/backup");
    return all;
  }

  private static void list(
      Map<String, Requirement> all, Requirement requirement, String... operations) {
    for (String operation : operations) {
      all.put(operation, requirement);
    }
  }

  /** Returns the requirement of a call of {@code tool}. */
  public static Requirement tool(String tool) {
    return TOOLS.getOrDefault(tool, Requirement.ADMINISTRATION);
  }

  /**
   * Returns the requirement of a request; that of GET for HEAD.
   *
   * @param path the path below the context, as the client wrote it
   * @return empty for an operation that is not listed
   */
  public static Optional<Requirement> operation(String method, String path) {
    return OPERATIONS.find(method, path);
  }

  /** Returns true if a program may make a request of this requirement with a token alone. */
  public static boolean takesToken(Requirement needed) {
    return WITH_TOKEN.contains(needed);
  }

  /** Returns the methods that a path takes, in the order of the table; empty for no listed path. */
  public static List<String> methods(String path) {
    return OPERATIONS.methods(path);
  }

  /** Returns true if {@code name} is that of a listed tool, behind what a client puts before it. */
  public static boolean isTool(String name) {
    return TOOLS.keySet().stream().anyMatch(name::endsWith);
  }

  /** Returns the names of the tools that are listed. */
  public static Set<String> tools() {
    return TOOLS.keySet();
  }

  /** Returns the operations that are listed, each as a method and the template of a path. */
  static Map<String, Requirement> listedOperations() {
    return operations();
  }
}
