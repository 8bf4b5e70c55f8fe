package dev.parley.war.mcp;

import dev.parley.Parley;
import dev.parley.credential.CredentialListener;
import dev.parley.credential.Credentials;
import dev.parley.engine.logging.Masking;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.trust.TrustedAuthorities;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** This deployment's Parley, while it opens and once it is open, and its MCP endpoints. */
public final class Deployment {
  private static final System.Logger LOG = System.getLogger(Deployment.class.getName());
  private static final String ATTRIBUTE = Deployment.class.getName();

  private final Supplier<CompletableFuture<Parley>> outcome;
  private final Map<String, McpEndpoint> endpoints;
  private final SessionQuota quota;
  private final SessionLocator locator = new SessionLocator(this::parley);
  private final CredentialChanges credentials;
  private final NodeProxy nodes;
  private final LongAdder pushes = new LongAdder();

  /** A deployment that anybody may use and that bounds no sessions. */
  public Deployment(Parley parley, Map<String, McpEndpoint> endpoints) {
    this(
        () -> CompletableFuture.completedFuture(parley),
        endpoints,
        SessionQuota.UNBOUNDED,
        TrustedAuthorities.DEFAULT);
  }

  /**
   * A deployment whose database may still be opening.
   *
   * @param outcome returns the outcome of opening so far; requests wait while it is pending
   * @param endpoints the MCP endpoints by their paths below the context, for example {@code
   *     /mcp/rooms}
   * @param quota the sessions of all endpoints together
   * @param trusted the authorities of the other nodes' certificates
   */
  public Deployment(
      Supplier<CompletableFuture<Parley>> outcome,
      Map<String, McpEndpoint> endpoints,
      SessionQuota quota,
      TrustedAuthorities trusted) {
    this.quota = quota;
    this.nodes = new NodeProxy(locator, trusted);
    this.outcome = outcome;
    this.endpoints = Map.copyOf(endpoints);
    this.credentials = new CredentialChanges(this.endpoints.values());
  }

  /** Returns the deployment of a servlet context. */
  public static Deployment of(ServletContext context) {
    return (Deployment)
        Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "this deployment was not started");
  }

  /**
   * The Parley, waiting for the first attempt to open it.
   *
   * @throws ParleyException {@code unavailable} where it is not open after that
   */
  public Parley parley() {
    try {
      return outcome.get().join();
    } catch (CompletionException couldNotOpen) {
      throw new ParleyException(new Unavailable("The database", Duration.ofSeconds(5)));
    }
  }

  /** Returns the Parley if it is open, without waiting. */
  public Optional<Parley> opened() {
    CompletableFuture<Parley> now = outcome.get();
    return now.isDone() && !now.isCompletedExceptionally()
        ? Optional.of(now.join())
        : Optional.empty();
  }

  /** The MCP endpoint at a path below the context. */
  Optional<McpEndpoint> endpoint(String path) {
    return Optional.ofNullable(endpoints.get(path));
  }

  /** The quota of MCP sessions. */
  SessionQuota quota() {
    return quota;
  }

  /** The places of sessions, here and on other nodes. */
  SessionLocator locator() {
    return locator;
  }

  /** The way to sessions that other nodes have. */
  NodeProxy nodes() {
    return nodes;
  }

  /** Makes this the deployment of a servlet context. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** Returns the number of MCP sessions this node has of counted workspaces. */
  public int sessions(Predicate<WorkspaceId> isCounted) {
    return endpoints.values().stream().mapToInt(one -> one.sessions(isCounted)).sum();
  }

  /** Returns the number of those sessions that have an event stream open. */
  public int streams(Predicate<WorkspaceId> isCounted) {
    return endpoints.values().stream().mapToInt(one -> one.streams(isCounted)).sum();
  }

  /** Returns the number of requests that wait for their answer. */
  public int waitingPosts() {
    return endpoints.values().stream().mapToInt(McpEndpoint::waitingPosts).sum();
  }

  /** Returns the number of MCP sessions that ever began at this node. */
  public long sessionsBegun() {
    return endpoints.values().stream().mapToLong(McpEndpoint::sessionsBegun).sum();
  }

  /** Returns the count of the pushes that were written on event streams. */
  public LongAdder pushes() {
    return pushes;
  }

  /** Returns the listener that ends the sessions of a credential that has changed. */
  public CredentialListener credentials() {
    return credentials;
  }

  /** Ends the sessions nobody came back to, and those whose credential is not good any more. */
  public void tick() {
    opened().map(Parley::credentials).ifPresent(this::sweep);
    endpoints.values().forEach(McpEndpoint::expire);
  }

  private void sweep(Credentials known) {
    try {
      credentials.sweep(known);
    } catch (ParleyException storageIsAway) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "The credentials of sessions are compared a little later.",
          Masking.trace(storageIsAway));
    }
  }

  /** Lets every quiet stream show that it lives. */
  public void beat() {
    endpoints.values().forEach(McpEndpoint::beat);
  }

  /**
   * Ends the Parley if it is open, which delivers what it can and clears its memberships at once,
   * then the sessions.
   */
  public void close() {
    opened().ifPresent(Parley::close);
    endpoints.values().forEach(McpEndpoint::close);
  }
}
