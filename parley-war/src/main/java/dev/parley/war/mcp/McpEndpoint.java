package dev.parley.war.mcp;

import dev.parley.agent.Connection;
import dev.parley.engine.logging.LogEvent;
import dev.parley.engine.logging.Masking;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.wake.ChannelPush;
import dev.parley.war.wake.Desks;
import dev.parley.war.wake.HookDesk;
import dev.parley.war.wake.Reachable;
import dev.parley.war.wake.UrgentPolicy;
import dev.parley.war.wake.WakeDesk;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerSession.McpStreamableServerSessionInit;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The sessions of one MCP endpoint, as the SDK's server asks for them and as HTTP reaches them.
 *
 * <p>A session whose stream is gone ends after the grace time; one that never had a stream ends
 * after the idle time. Few clients say goodbye.
 */
public final class McpEndpoint implements McpStreamableServerTransportProvider {
  private static final System.Logger LOG = System.getLogger(McpEndpoint.class.getName());

  /** The protocol versions spoken, oldest first. */
  public static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  /** The client that can show its model what is pushed. */
  private static final String CHANNEL_CLIENT = "claude-code";

  /** The lifetime of a session whose client does nothing but begin it. */
  private static final Duration MAX_UNUSED = Duration.ofMinutes(1);

  /** The time in which the last push of a session that ends here is written. */
  private static final long LAST_PUSH_MILLIS = 500;

  private final Map<String, McpSession> sessions = new ConcurrentHashMap<>();

  /** The ids of sessions that began at another node, by the ids the dispatch has for them. */
  private final Map<String, String> idsElsewhere = new ConcurrentHashMap<>();

  /** The most characters of a client's name in the log. */
  private static final int MAX_SHOWN = 64;

  private static final Pattern UNPRINTABLE = Pattern.compile("[^\\p{Print}\\p{L}\\p{N}]");

  private final LongAdder begun = new LongAdder();
  private final Duration grace;
  private final Duration idle;
  private final Desks desks;
  private volatile McpStreamableServerSession.@Nullable Factory factory;
  private volatile @Nullable Function<String, SelectedServer> selections;
  private volatile boolean echoes;

  /**
   * An endpoint without sessions, to be given to an SDK server.
   *
   * @param grace how long a session outlives its stream
   * @param idle how long a session without any stream outlives its last request
   */
  public McpEndpoint(Duration grace, Duration idle) {
    this(grace, idle, Desks.unguarded());
  }

  /**
   * The same, whose connections have their desks among those of the node.
   *
   * @param desks the desks of the node
   */
  public McpEndpoint(Duration grace, Duration idle, Desks desks) {
    this.grace = grace;
    this.idle = idle;
    this.desks = desks;
  }

  /** Returns whether a request that names this version can be answered; one that names none can. */
  static boolean speaks(@Nullable String version) {
    return version == null || VERSIONS.contains(version);
  }

  @Override
  public List<String> protocolVersions() {
    return VERSIONS;
  }

  @Override
  public void setSessionFactory(McpStreamableServerSession.Factory sessionFactory) {
    factory = sessionFactory;
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return Flux.fromIterable(sessions.values())
        .flatMap(session -> session.dispatch().sendNotification(method, params))
        .then();
  }

  @Override
  public Mono<Void> notifyClient(String sessionId, String method, Object params) {
    return Mono.justOrEmpty(sessions.get(id(sessionId)))
        .flatMap(session -> session.dispatch().sendNotification(method, params));
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::close);
  }

  /** Forgets every session. Their connections end with the Parley they belong to. */
  @Override
  public void close() {
    sessions.values().forEach(McpSession::hangUp);
    sessions.values().forEach(session -> desks.forget(session.connection()));
    sessions.clear();
  }

  /** Returns the number of sessions on this endpoint that are of counted workspaces. */
  public int sessions(Predicate<WorkspaceId> isCounted) {
    return (int) of(isCounted).count();
  }

  /** Returns the number of those sessions that have an event stream open. */
  public int streams(Predicate<WorkspaceId> isCounted) {
    return (int) of(isCounted).filter(McpSession::hasStream).count();
  }

  /** Returns the number of requests that wait for their answer. */
  int waitingPosts() {
    return sessions.values().stream().mapToInt(McpSession::waitingPosts).sum();
  }

  /** Returns the number of sessions that ever began. */
  long sessionsBegun() {
    return begun.sum();
  }

  private Stream<McpSession> of(Predicate<WorkspaceId> isCounted) {
    return sessions.values().stream()
        .filter(session -> isCounted.test(session.connection().workspace()));
  }

  private String id(String dispatchId) {
    return idsElsewhere.getOrDefault(dispatchId, dispatchId);
  }

  /** Notes that its own server offers the tool that echoes the nonce of a wake test. */
  public void offersEcho() {
    echoes = true;
  }

  /** Returns its sessions, for wake tests. */
  public Stream<? extends Reachable> reachable() {
    return sessions.values().stream();
  }

  /** A session that began, and the answer to its client. */
  record Opened(McpSession session, InitializeResult result) {}

  /**
   * Lets clients choose the server of their session by the query of the address.
   *
   * @param servers returns the server of a choice, or refuses it with {@code invalid_argument}
   */
  public void offer(Function<String, SelectedServer> servers) {
    selections = servers;
  }

  /**
   * Returns what begins a session for those who chose {@code tools}; without a choice, of the
   * server of the endpoint itself.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where there is no such
   *     choice
   */
  McpStreamableServerSession.Factory server(@Nullable String tools) {
    if (tools == null) {
      return Objects.requireNonNull(factory, "no server was built on this endpoint");
    }
    Function<String, SelectedServer> servers = selections;
    if (servers == null) {
      throw InvalidArgument.refusal(
          "tools", "this path stands for one tool set; sets are combined at /mcp?tools=");
    }
    return servers.apply(tools).factory();
  }

  Opened open(
      McpStreamableServerSession.Factory server,
      InitializeRequest request,
      Connection connection,
      URI address,
      Optional<String> credential,
      UrgentPolicy policy) {
    McpStreamableServerSessionInit begun = server.startSession(request);
    InitializeResult result = Objects.requireNonNull(begun.initResult().block());
    McpSession session =
        new McpSession(
            begun.session().getId(),
            begun.session(),
            connection,
            new SessionTerms(
                address, result.protocolVersion(), credential, echoes && server == factory),
            channel -> wakes(connection, policy, channel));
    begun(session, request);
    return new Opened(session, result);
  }

  /** Goes on with a session that began at another node, as its client knows it. */
  McpSession goOn(String sessionId, SessionSnapshot words, Connection connection) {
    McpStreamableServerSessionInit begun = server(words.tools()).startSession(words.initialize());
    InitializeResult result = Objects.requireNonNull(begun.initResult().block());
    McpSession session =
        new McpSession(
            sessionId,
            begun.session(),
            connection,
            new SessionTerms(
                words.address(),
                result.protocolVersion(),
                Optional.ofNullable(words.credential()),
                echoes && words.tools() == null),
            channel -> wakes(connection, policy(words), channel));
    idsElsewhere.put(begun.session().getId(), sessionId);
    begun(session, words.initialize());
    return session;
  }

  private WakeCalls wakes(Connection connection, UrgentPolicy policy, ChannelPush channel) {
    WakeDesk desk = desks.desk(connection, policy, channel);
    return new WakeCalls(
        connection,
        desk,
        new HookDesk(connection, desk, desks.activities()),
        agent -> deskOf(agent, connection.workspace()));
  }

  private void begun(McpSession session, InitializeRequest request) {
    if (CHANNEL_CLIENT.equals(request.clientInfo().name())) {
      session.showsPushes();
    }
    sessions.put(session.id(), session);
    begun.increment();
    LOG.log(
        System.Logger.Level.INFO,
        "MCP client {0} {1} began a session as {2} in workspace {3}.",
        shown(request.clientInfo().name()),
        shown(request.clientInfo().version()),
        session.connection().agent().value(),
        session.connection().workspace().value(),
        LogEvent.CLIENT_CONNECTED);
  }

  /** Returns a text of a client for the log: short, and in one line. */
  private static String shown(@Nullable String text) {
    String known = text == null ? "" : UNPRINTABLE.matcher(text).replaceAll("?");
    return known.length() <= MAX_SHOWN ? known : known.substring(0, MAX_SHOWN) + "...";
  }

  private static UrgentPolicy policy(SessionSnapshot words) {
    String policy = words.urgent();
    return policy == null ? UrgentPolicy.DEFAULT : UrgentPolicy.of(policy);
  }

  /** Returns the desk of the session that an agent used last; empty where it has none here. */
  private Optional<WakeDesk> deskOf(String agent, WorkspaceId workspace) {
    return sessions.values().stream()
        .filter(session -> session.connection().agent().value().equals(agent))
        .filter(session -> session.connection().workspace().equals(workspace))
        .min(Comparator.comparing(McpSession::silence))
        .map(McpSession::desk);
  }

  Optional<McpSession> find(String sessionId) {
    Optional<McpSession> session = Optional.ofNullable(sessions.get(sessionId));
    session.ifPresent(McpSession::touch);
    return session;
  }

  void end(McpSession session) {
    forget(session);
    session.close();
  }

  /**
   * Ends the sessions that were opened with a credential, each with a push that says why.
   *
   * @param credential the name of the credential; empty for the sessions that needed none
   */
  void dismiss(Optional<String> credential, String text, String code) {
    List<McpSession> dismissed =
        sessions.values().stream()
            .filter(session -> session.credential().name().equals(credential))
            .toList();
    for (McpSession session : dismissed) {
      session.say(text, code);
      forget(session);
      CompletableFuture.delayedExecutor(LAST_PUSH_MILLIS, TimeUnit.MILLISECONDS)
          .execute(session::hangUp);
    }
    for (McpSession session : dismissed) {
      try {
        session.connection().close();
      } catch (RuntimeException away) {
        LOG.log(
            System.Logger.Level.WARNING,
            "A connection whose credential has ended was not closed in the storage; its stream ends"
                + " all the same.",
            Masking.trace(away));
      }
    }
  }

  /** Returns the names of the credentials that sessions were opened with. */
  Set<Optional<String>> credentials() {
    return sessions.values().stream()
        .map(session -> session.credential().name())
        .collect(Collectors.toSet());
  }

  /** Ends a session here that goes on at another node: its client finds it there. */
  void lose(String sessionId) {
    McpSession session = sessions.get(sessionId);
    if (session != null) {
      forget(session);
      session.hangUp();
    }
  }

  private void forget(McpSession session) {
    if (sessions.remove(session.id(), session)) {
      desks.forget(session.connection());
      session.forgotten();
    }
    idsElsewhere.remove(session.dispatch().getId());
  }

  /**
   * Ends the sessions nobody came back to. Where an access token has expired, the stream ends, and
   * its client has the grace time to come back with a fresh one.
   */
  public void expire() {
    Instant now = Instant.now();
    for (McpSession session : sessions.values()) {
      boolean hasExpired = session.credential().hasExpired(now);
      if (hasExpired) {
        session.endStream();
      }
      Duration patience =
          hasExpired || session.hadStream() ? grace : session.wasUsed() ? idle : unused();
      if (session.absentFor() > patience.toNanos()) {
        end(session);
      }
    }
  }

  /**
   * Returns the time after which an unused session ends. A client that lives says within a second
   * that it is initialized.
   */
  private Duration unused() {
    return idle.compareTo(MAX_UNUSED) < 0 ? idle : MAX_UNUSED;
  }

  /** Lets every quiet stream show that it lives. */
  public void beat() {
    sessions.values().forEach(McpSession::beat);
  }
}
