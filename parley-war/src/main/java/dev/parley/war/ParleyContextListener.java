package dev.parley.war;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.config.ParleyConfig;
import dev.parley.engine.logging.Masking;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.Telemetry;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.TokenPolicy;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Rights;
import dev.parley.war.guard.LoopGuards;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.mcp.Deployment;
import dev.parley.war.mcp.McpEndpoint;
import dev.parley.war.mcp.SessionQuota;
import dev.parley.war.oauth.OAuthServer;
import dev.parley.war.oidc.AccessTokens;
import dev.parley.war.oidc.ResourceMetadata;
import dev.parley.war.rest.SessionCounts;
import dev.parley.war.rest.Web;
import dev.parley.war.settings.Settings;
import dev.parley.war.settings.UnknownKeys;
import dev.parley.war.settings.Version;
import dev.parley.war.telemetry.DeploymentMetrics;
import dev.parley.war.telemetry.McpFigures;
import dev.parley.war.tool.AllTools;
import dev.parley.war.tool.CallMonitor;
import dev.parley.war.tool.ServerFacts;
import dev.parley.war.tool.ToolServer;
import dev.parley.war.tool.ToolSet;
import dev.parley.war.trace.Tracing;
import dev.parley.war.wake.Desks;
import dev.parley.war.wake.WakeServices;
import dev.parley.war.wake.WakeTests;
import dev.parley.war.wire.Json;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.net.MalformedURLException;
import java.net.URI;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts a deployment together, and takes it apart. The database opens beside the server, not before
 * it: a request that needs the database waits. In an application server a deployment is complete
 * when the first attempt to open the database has ended, or after 20 s.
 */
public final class ParleyContextListener implements ServletContextListener {
  private static final System.Logger LOG = System.getLogger(ParleyContextListener.class.getName());
  private static final long TICK_MILLIS = 1_000;

  /**
   * The time a deployment in an application server waits for its database. Payara closes the jars
   * of a deployment at the end of its start. A class that another thread loads at that moment fails
   * for good where its initializer needs another one.
   */
  private static final Duration FIRST_ATTEMPT = Duration.ofSeconds(20);

  /**
   * Context attribute: a future of the program that started this deployment, completed when the
   * deployment is open.
   */
  private static final String OPENED = "parley.opened";

  /** Context attribute: where the server listens, for other nodes; absent until it does. */
  private static final String ADDRESS = "parley.address";

  private @Nullable ParleyOpener opener;
  private @Nullable Deployment deployment;
  private @Nullable Web web;
  private @Nullable PeriodicTasks clock;
  private @Nullable Tracing tracing;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    Settings settings = Settings.of(event.getServletContext());
    boolean isInServer = event.getServletContext().getAttribute(OPENED) == null;
    if (isInServer) {
      TimerOfTheJdk.startOutside();
    }
    // All refuse what is of no use, before anything has been started.
    UnknownKeys.check(settings);
    Optional<ContainerExecutor> executor = executor(settings, isInServer);
    OAuthServer.check(settings);
    TokenPolicy tokens = TokenPolicy.of(settings);
    TrustedAuthorities trusted =
        settings.value("ca").map(TrustedAuthorities::in).orElse(TrustedAuthorities.DEFAULT);
    Optional<AccessTokens> issued = AccessTokens.of(settings, trusted);
    UnknownKeys.warn(settings);
    DeploymentMetrics metrics = DeploymentMetrics.of(settings, Rights.tools());
    metrics.publish(event.getServletContext());
    Optional<Tracing> traces = Tracing.of(settings);
    tracing = traces.orElse(null);
    traces.ifPresent(
        on -> {
          on.publish(event.getServletContext());
          on.start();
        });
    ParleyOpener opening =
        opener(
            event.getServletContext(),
            settings,
            traces.map(on -> on.engine(metrics.engine())).orElseGet(metrics::engine),
            executor);
    opening.start();
    opener = opening;

    ServerLimits limits = limits(settings);
    WakeServices wake =
        new WakeServices(new Desks(new LoopGuards(limits.guards())), new WakeTests());
    SessionQuota quota =
        new SessionQuota(
            limits.mcpSessions(),
            limits.mcpSessionsEach(),
            limits.clientBytes(),
            () -> limits.initializeRate().newBucket()::take);
    Map<String, McpEndpoint> endpoints =
        endpoints(
            event.getServletContext(),
            settings,
            limits,
            wake,
            traces.map(on -> on.calls(metrics.calls())).orElseGet(metrics::calls));
    Deployment built = new Deployment(opening::outcome, endpoints, quota, trusted);
    built.publish(event.getServletContext());
    deployment = built;
    metrics.measure(
        () -> built.opened().map(Parley::health),
        new McpFigures(
            () -> built.sessions(every -> true),
            () -> built.streams(every -> true),
            built::waitingPosts,
            built::sessionsBegun,
            built.pushes()::sum));
    new AccessAudit(() -> built.opened().map(Parley::audit)).publish(event.getServletContext());
    Optional<OAuthServer> oauth =
        OAuthServer.of(
            settings, trusted, () -> built.parley().authorizations(), endpoints.keySet());
    new Authenticator(
            tokens,
            () -> built.parley().credentials(),
            (token, address) -> {
              Optional<Grant> grant =
                  issued.isPresent() ? issued.get().grant(token) : Optional.empty();
              return grant.isPresent() || oauth.isEmpty()
                  ? grant
                  : oauth.get().grant(token, address);
            })
        .publish(event.getServletContext());
    issued.ifPresent(
        known -> known.metadata(endpoints.keySet()).publish(event.getServletContext()));
    issued
        .flatMap(AccessTokens::login)
        .ifPresent(login -> login.publish(event.getServletContext()));
    oauth.ifPresent(
        known -> {
          known.publish(event.getServletContext());
          ResourceMetadata.ofOwnServer(endpoints.keySet(), OAuthServer.scopeNames())
              .publish(event.getServletContext());
        });
    Web pages =
        new Web(
            event.getServletContext(),
            built::parley,
            built::opened,
            new SessionCounts(built::sessions, built::streams),
            wake);
    pages.publish(event.getServletContext());
    web = pages;
    PeriodicTasks ticking = new PeriodicTasks("parley-clock", 1);
    clock = ticking;
    CredentialWatch credentials =
        new CredentialWatch(built::opened, List.of(built.credentials(), pages.logins()));
    ticking.every(TICK_MILLIS, credentials::look);
    ticking.every(TICK_MILLIS, built::tick);
    ticking.every(TICK_MILLIS, pages::expire);
    ticking.every(
        settings.duration("beat").orElse(PresenceSettings.of(settings).beat()).toMillis(),
        built::beat);
    if (isInServer) {
      opening.awaitFirst(FIRST_ATTEMPT);
    }
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    if (clock != null) {
      clock.endNow();
    }
    if (web != null) {
      web.close();
    }
    if (opener != null) {
      opener.close();
    }
    if (deployment != null) {
      deployment.close();
    }
    if (tracing != null) {
      tracing.close();
    }
    withdrawDrivers();
    // The look at the drivers of the server loads those of the same names from this deployment.
    withdrawDrivers();
  }

  /**
   * Deregisters the drivers of this deployment. A driver that stays registered holds on to the
   * class loader of a deployment that is gone.
   */
  private static void withdrawDrivers() {
    ClassLoader ours = ParleyContextListener.class.getClassLoader();
    DriverManager.drivers()
        .filter(driver -> driver.getClass().getClassLoader() == ours)
        .forEach(
            driver -> {
              try {
                DriverManager.deregisterDriver(driver);
              } catch (SQLException e) {
                LOG.log(
                    System.Logger.Level.DEBUG,
                    "A driver could not be withdrawn.",
                    Masking.trace(e));
              }
            });
  }

  /**
   * Returns the opener of this deployment. The embedded server waits for one attempt, and reports
   * itself what went wrong. In an application server nobody would start Parley again, so the opener
   * tries again, and the health and the log have the reason.
   */
  @SuppressWarnings("unchecked")
  private static ParleyOpener opener(
      ServletContext context,
      Settings settings,
      Telemetry telemetry,
      Optional<ContainerExecutor> executor) {
    Optional<ContainerDataSource> container = ContainerDataSource.of(settings);
    Supplier<Parley> opening =
        () -> {
          ParleyBuilder engine =
              EngineSettings.builder(settings)
                  .address(() -> address(context, settings))
                  .telemetry(telemetry);
          container.map(ContainerDataSource::source).ifPresent(engine::database);
          executor.ifPresent(server -> server.giveTo(engine));
          return engine.build();
        };
    if (!(context.getAttribute(OPENED) instanceof CompletableFuture<?> waiting)) {
      return new ParleyOpener(opening, ParleyOpener.Pauses.DEFAULT);
    }
    ParleyOpener once = new ParleyOpener(opening, ParleyOpener.Pauses.NONE);
    CompletableFuture<Object> opened = (CompletableFuture<Object>) waiting;
    var unused =
        once.outcome()
            .whenComplete(
                (parley, failure) -> {
                  if (failure == null) {
                    opened.complete(parley);
                  } else {
                    opened.completeExceptionally(
                        new IllegalStateException(why(failure, settings), Masking.trace(failure)));
                  }
                });
    return once;
  }

  /** Returns a cause and what to do, without credentials. */
  private static String why(Throwable thrown, Settings settings) {
    Optional<String> backend = settings.value("bus");
    boolean isAway =
        thrown instanceof ParleyException refused
            && refused.problem().code() == ProblemCode.UNAVAILABLE;
    if (isAway && backend.isPresent()) {
      return "the message broker at "
          + Masking.masked(backend.get())
          + " does not answer: start it, or name another with --bus";
    }
    return thrown instanceof Error ? "the server failed: " + thrown : Masking.message(thrown);
  }

  /**
   * Returns the address the deployer set, else the one the embedded server knows once it listens.
   */
  private static Optional<URI> address(ServletContext context, Settings settings) {
    return settings
        .value("advertise")
        .or(() -> Optional.ofNullable((String) context.getAttribute(ADDRESS)))
        .map(URI::create);
  }

  /**
   * Reads the limits. {@link EngineSettings} reads them too and refuses a wrong one, so this falls
   * back to the defaults.
   */
  private static ServerLimits limits(Settings settings) {
    try {
      return ServerLimits.of(settings);
    } catch (ParleyException saidByTheOpener) {
      return ServerLimits.DEFAULT;
    }
  }

  private static Map<String, McpEndpoint> endpoints(
      ServletContext context,
      Settings settings,
      ServerLimits limits,
      WakeServices wake,
      CallMonitor monitor) {
    ServerFacts facts =
        new ServerFacts(
            hasPage(context), settings.value("instance"), limits.answerBytes(), wake, monitor);
    Map<String, McpEndpoint> endpoints = new LinkedHashMap<>();
    endpoints.put("/mcp", endpoint(settings, limits, AllTools.set(), facts));
    for (ToolSet set : AllTools.sets()) {
      endpoints.put("/mcp/" + set.name(), endpoint(settings, limits, set, facts));
    }
    return endpoints;
  }

  private static McpEndpoint endpoint(
      Settings settings, ServerLimits limits, ToolSet set, ServerFacts facts) {
    WakeServices wake = facts.wake();
    Duration grace = settings.duration("grace").orElse(ParleyConfig.DEFAULT_GRACE);
    Duration idle = settings.duration("idle").orElse(Duration.ofMinutes(10));
    McpEndpoint endpoint = new McpEndpoint(grace, idle, wake.desks());
    wake.tests().add(endpoint::reachable);
    ToolServer.start(endpoint, facts, Json.mapper(), Version.text(), set, limits.openCalls());
    if (set.name().isEmpty()) {
      endpoint.offersEcho();
      endpoint.offer(new SelectedTools(endpoint, facts, limits.openCalls()));
    }
    return endpoint;
  }

  private static Optional<ContainerExecutor> executor(Settings settings, boolean isInServer) {
    if (!isInServer) {
      ContainerExecutor.refuse(settings);
      return Optional.empty();
    }
    return ContainerExecutor.of(settings);
  }

  /** Returns whether this build contains a page for people. */
  private static boolean hasPage(ServletContext context) {
    try {
      return context.getResource("/index.html") != null;
    } catch (MalformedURLException cannotBe) {
      return false;
    }
  }
}
