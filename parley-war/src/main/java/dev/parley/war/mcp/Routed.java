package dev.parley.war.mcp;

import dev.parley.war.wire.McpError;
import java.net.http.HttpResponse;
import java.util.Optional;

/**
 * Who answers a request: a session here, another node that has answered, or a refusal.
 *
 * @param reply what the other node answered
 */
record Routed<B>(
    Optional<McpSession> session, Optional<HttpResponse<B>> reply, Optional<McpError> refusal) {

  static <B> Routed<B> of(Located located) {
    return new Routed<>(located.session(), Optional.empty(), located.refusal());
  }

  static <B> Routed<B> reply(HttpResponse<B> reply) {
    return new Routed<>(Optional.empty(), Optional.of(reply), Optional.empty());
  }
}
