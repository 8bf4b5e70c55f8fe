package dev.parley.war.mcp;

import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A further SDK server on an endpoint, for some of its sessions. It is chosen when a session opens;
 * the sessions are the endpoint's.
 */
public final class SelectedServer implements McpStreamableServerTransportProvider {
  private final McpEndpoint endpoint;
  private volatile McpStreamableServerSession.@Nullable Factory factory;

  /** A place for one more server on {@code endpoint}. */
  public SelectedServer(McpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** Returns what begins a session of the server that was built on this. */
  McpStreamableServerSession.Factory factory() {
    return Objects.requireNonNull(factory, "no server was built on this");
  }

  @Override
  public List<String> protocolVersions() {
    return endpoint.protocolVersions();
  }

  @Override
  public void setSessionFactory(McpStreamableServerSession.Factory sessionFactory) {
    factory = sessionFactory;
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return endpoint.notifyClients(method, params);
  }

  @Override
  public Mono<Void> notifyClient(String sessionId, String method, Object params) {
    return endpoint.notifyClient(sessionId, method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public void close() {
    // the sessions end with the endpoint
  }
}
