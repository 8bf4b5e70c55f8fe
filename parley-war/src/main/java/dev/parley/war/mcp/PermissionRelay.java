package dev.parley.war.mcp;

import dev.parley.agent.Connection;
import dev.parley.audit.Origin;
import dev.parley.credential.CredentialKind;
import dev.parley.engine.logging.Masking;
import dev.parley.permission.PermissionDraft;
import dev.parley.problem.ParleyException;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Requirement;
import dev.parley.war.grant.Rights;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.Json;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The permission relay of Claude Code: the client notifies the server that its agent is about to
 * use a tool, and gets the answer of a person. It is there only for clients with a credential of an
 * agent: with any other token, or on a server that asks for none, the client could log in at the
 * page and answer itself. So could one that administers, as it creates credentials of people.
 */
final class PermissionRelay {
  private static final System.Logger LOG = System.getLogger(PermissionRelay.class.getName());

  /** The experimental capability by which a client knows that it may ask. */
  private static final String CAPABILITY = "claude/channel/permission";

  private static final String REQUEST = "notifications/claude/channel/permission_request";

  private PermissionRelay() {}

  /** Returns {@code result} of an initialization, with the capability where the client may ask. */
  static Object declaredIn(InitializeResult result, Grant grant) {
    if (!mayAsk(grant)) {
      return result;
    }
    JsonNode declared = Json.jackson().readTree(Json.bytes(result));
    if (declared.at("/capabilities/experimental") instanceof ObjectNode experimental) {
      experimental.putObject(CAPABILITY);
    }
    return declared;
  }

  private static boolean mayAsk(Grant grant) {
    return grant.isVerified()
        && grant.kind() == CredentialKind.AGENT
        && !Requirement.ADMINISTRATION.isMetBy(grant)
        && Rights.ASK_PERMISSION.isMetBy(grant);
  }

  /**
   * Takes a request. One that is refused is dropped, as a notification has no answer: the client
   * goes on asking the person at its terminal.
   *
   * @return false for any other notification
   */
  static boolean take(
      Connection connection, JSONRPCNotification notification, Grant grant, Origin origin) {
    if (!notification.method().equals(REQUEST)) {
      return false;
    }
    if (mayAsk(grant)) {
      connection.audit().calledFrom(origin);
      ask(connection, notification);
    }
    return true;
  }

  private static void ask(Connection connection, JSONRPCNotification notification) {
    try {
      var unused = connection.permissions().ask(draft(notification));
    } catch (ParleyException refused) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "A permission request was refused; the client asks its own person alone.",
          Masking.trace(refused));
    }
  }

  private static PermissionDraft draft(JSONRPCNotification notification) {
    Map<String, Object> given = new HashMap<>();
    if (notification.params() instanceof Map<?, ?> params) {
      params.forEach((name, value) -> given.put(String.valueOf(name), value));
    }
    Arguments fields = Arguments.ofAny(given);
    return new PermissionDraft(
        fields.text("request_id"),
        fields.text("tool_name"),
        fields.optionalText("description").orElse(""),
        fields.optionalText("input_preview").orElse(""));
  }
}
