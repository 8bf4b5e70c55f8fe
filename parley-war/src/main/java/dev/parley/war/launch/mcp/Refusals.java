package dev.parley.war.launch.mcp;

/** Chooses what a request is answered with that the hub did not answer. Safe for all threads. */
final class Refusals {
  private final ToolChoice tools;
  private final OfflineAnswers offline;
  private final Connection connection;

  Refusals(BridgeOptions options, OfflineAnswers offline, Connection connection) {
    this.tools = options.hub().tools();
    this.offline = offline;
    this.connection = connection;
  }

  byte[] of(Message request, String id, HubFailure why) {
    boolean away = why.kind() == HubFailure.Kind.UNREACHABLE;
    boolean silent = away || why.kind() == HubFailure.Kind.OUTCOME_UNKNOWN;
    String method = String.valueOf(request.method());
    if (silent && method.equals("tools/list")) {
      return Refusal.result(id, offline.tools(tools));
    } else if (silent && method.equals("ping")) {
      return Refusal.result(id, "{}");
    } else if (!method.equals("tools/call")) {
      return Refusal.error(id, Refusal.INTERNAL_ERROR, why.sentence() + advice(why.kind()));
    }
    if (away) {
      connection.noteRefused();
    }
    return Refusal.ofCall(id, why, why.sentence() + advice(why.kind()));
  }

  private static String advice(HubFailure.Kind kind) {
    return switch (kind) {
      case UNREACHABLE ->
          "; the call was not made. Try again when it runs (java -jar parley.war serve),"
              + " or check --url.";
      case OUTCOME_UNKNOWN ->
          "; it is unknown whether the call took effect. Look before you repeat it.";
      case TOO_MANY -> "; wait for some of them.";
      case UNAUTHORIZED, FORGOTTEN, REFUSED, NO_STREAM -> ".";
    };
  }
}
