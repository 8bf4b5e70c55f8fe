package dev.parley.bridge;

/** Chooses the answer to a request that the server did not answer. Safe for all threads. */
final class FailureResponses {
  /** A hook that fails is shown to the user each time, so without a server it says nothing. */
  static final String NOTHING_FOR_A_HOOK =
      "{\"content\":[{\"type\":\"text\",\"text\":\"{}\"}],\"isError\":false}";

  private final ServerUrl server;
  private final OfflineCatalog offline;
  private final BridgeConnection connection;
  private final ServerStart start;

  FailureResponses(
      ServerUrl server, OfflineCatalog offline, BridgeConnection connection, ServerStart start) {
    this.server = server;
    this.offline = offline;
    this.connection = connection;
    this.start = start;
  }

  /** Returns true if a request can be answered without a server. */
  boolean knows(JsonRpcMessage request) {
    String method = String.valueOf(request.method());
    return method.equals("tools/list") || method.equals("ping");
  }

  byte[] of(JsonRpcMessage request, String id, ServerCallException why) {
    boolean away = why.kind() == ServerCallException.Kind.UNREACHABLE;
    boolean silent = away || why.kind() == ServerCallException.Kind.OUTCOME_UNKNOWN;
    String method = String.valueOf(request.method());
    if (silent && method.equals("tools/list")) {
      return JsonRpcError.result(id, offline.tools(server.tools()));
    } else if (silent && method.equals("ping")) {
      return JsonRpcError.result(id, "{}");
    } else if (!method.equals("tools/call")) {
      return JsonRpcError.error(
          id, JsonRpcError.INTERNAL_ERROR, why.sentence() + advice(why.kind()));
    }
    if (request.isCallOf(HookSettings.TOOL)) {
      return JsonRpcError.result(id, NOTHING_FOR_A_HOOK);
    }
    if (away) {
      connection.noteRefused();
    }
    return JsonRpcError.ofCall(id, why, why.sentence() + advice(why.kind()));
  }

  private String advice(ServerCallException.Kind kind) {
    return switch (kind) {
      case UNREACHABLE -> {
        String failure = start.failure();
        yield (failure == null ? "" : "; ".concat(failure))
            + "; the call was not made. Try again when it runs (java -jar parley.war serve),"
            + " or check --url.";
      }
      case OUTCOME_UNKNOWN ->
          "; it is unknown whether the call took effect. Look before you repeat it.";
      case TOO_MANY -> "; wait for some of them.";
      case UNAUTHORIZED, FORGOTTEN, REFUSED, NO_STREAM -> ".";
    };
  }
}
