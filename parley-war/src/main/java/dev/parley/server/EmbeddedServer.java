package dev.parley.server;

import dev.parley.engine.logging.LogEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/** Jetty with Parley's web application in it. */
final class EmbeddedServer {
  private static final int MAX_THREADS = 200;
  private static final int SWEEP_SECONDS = 1;

  /** The kernel would take megabytes of answers for a client that reads none of them. */
  private static final int SEND_BUFFER_BYTES = 64 * 1024;

  private static final int MAX_PORT = 65_535;
  private static final List<String> QUIET =
      List.of(
          "org.eclipse.jetty",
          "org.glassfish.jersey",
          "io.modelcontextprotocol",
          "org.flywaydb",
          "com.zaxxer.hikari");

  /** Kept here: a logger nobody holds forgets its level. */
  private static final List<Logger> QUIETENED = QUIET.stream().map(Logger::getLogger).toList();

  private final ListenAddress address;
  private final Map<String, String> parameters;
  private final HttpLimits limits;
  private final ConnectionLimits connections;
  private final SlowReaders slowReaders;
  private final Optional<IdleEnd> idleEnd;
  private final LogOutput log;
  private final CompletableFuture<Object> opened = new CompletableFuture<>();
  private int port;

  /**
   * A server that is not started.
   *
   * @param endWhenIdle how long nobody uses the server before it ends; empty: it does not end
   * @param log the form of the log
   */
  EmbeddedServer(
      ListenAddress address,
      Map<String, String> parameters,
      HttpLimits limits,
      Optional<Duration> endWhenIdle,
      LogOutput log) {
    this.address = address;
    this.parameters = parameters;
    this.log = log;
    this.limits = limits.withinOpenFiles();
    this.connections = new ConnectionLimits(this.limits);
    this.slowReaders = new SlowReaders(connections, limits.minDataRate());
    this.idleEnd =
        endWhenIdle.map(
            idle -> new IdleEnd(slowReaders, idle, () -> endIdle(log, idle.toSeconds())));
  }

  /** Starts and says where; returns whether it did. */
  boolean start() {
    log.begin();
    log.say(LogEvent.SERVER_START, "Parley starts.");
    // without it Jetty asks the JVM's management beans, at a tenth of a second
    System.setProperty("org.eclipse.jetty.util.referencesPerCacheLine", "16");
    // H2 keeps the strings it was given lately, and hashes each of them for it, however long
    System.setProperty("h2.objectCache", "false");
    QUIETENED.forEach(logger -> logger.setLevel(Level.SEVERE));
    OutOfMemory.endsTheProcess();
    Server server = new Server(new OutOfMemoryHandler.Threads(MAX_THREADS, 4));
    ServerConnector connector = connector(server);
    server.addConnector(connector);
    ServletContextHandler application;
    try {
      application = application();
    } catch (IOException | ReflectiveOperationException incomplete) {
      failed("the web application cannot be read: " + rootMessage(incomplete));
      return false;
    }
    OrderlyEnd orderly = new OrderlyEnd(application);
    slowReaders.setHandler(address.tls().isPresent() ? new TlsOnly(orderly) : orderly);
    server.setHandler(new OutOfMemoryHandler(idleEnd.<Handler>map(it -> it).orElse(slowReaders)));
    server.setErrorHandler(new JettyErrorHandler(address.context()));
    server.setStopAtShutdown(true);
    server.setStopTimeout(0);
    try {
      listen(connector);
      server.start();
      sweep(server);
      address
          .ofNode(connector.getLocalPort())
          .ifPresent(where -> application.setAttribute("parley.address", where));
      opened.join();
    } catch (CompletionException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      failed(why.getMessage() == null ? rootMessage(e) : why.getMessage());
      return stopped(server);
    } catch (IOException e) {
      failed(
          "cannot listen on "
              + address.bind()
              + ":"
              + address.port()
              + ": "
              + rootMessage(e)
              + "; is another one running? --port chooses another port, --next-free-port takes"
              + " one");
      return stopped(server);
    } catch (Exception e) {
      failed("the server did not start: " + rootMessage(e));
      return stopped(server);
    }
    server.addEventListener(new SaysWhenItEnds(log));
    server.addEventListener(orderly);
    port = connector.getLocalPort();
    HeapTuning.keepSmall();
    OpenFiles.watch();
    String shown = address.shownUrl(connector.getLocalPort(), shownHosts());
    if (log.isJson()) {
      log.say(LogEvent.SERVER_READY, "Parley is at " + shown);
    } else {
      StartupBanner.print(shown, needsToken());
    }
    return true;
  }

  /** Returns the port of a server that was started. */
  int port() {
    return port;
  }

  /**
   * Behind a proxy these are the names of the proxy, which may speak TLS in place of the server.
   */
  private String shownHosts() {
    boolean isBehindProxy = !parameters.getOrDefault("parley.trust-proxy", "").isEmpty();
    return isBehindProxy ? "" : parameters.getOrDefault("parley.hosts", "");
  }

  private void failed(String why) {
    log.say(LogEvent.SERVER_FAILED, why);
  }

  private void sweep(Server server) {
    Runnable once =
        () -> {
          connections.sweep();
          slowReaders.sweep();
          idleEnd.ifPresent(IdleEnd::sweep);
          address.tls().ifPresent(ReloadingTls::sweep);
          sweep(server);
        };
    if (server.isRunning()) {
      Scheduler.Task unused = server.getScheduler().schedule(once, SWEEP_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void listen(ServerConnector connector) throws IOException {
    for (int next = address.port(); !connector.isOpen(); next++) {
      connector.setPort(next);
      try {
        connector.open();
      } catch (IOException taken) {
        if (next + 1 >= address.port() + address.tries() || next == MAX_PORT) {
          throw taken;
        }
      }
    }
  }

  private boolean needsToken() {
    return !parameters.getOrDefault("parley.token", "").isEmpty()
        || !parameters.getOrDefault("parley.oidc-issuer", "").isEmpty()
        || parameters.getOrDefault("parley.oauth", "").matches("(?i)on|true");
  }

  private ServerConnector connector(Server server) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    // what is written was gathered before; a buffer for more would be held by every idle stream
    http.setOutputAggregationSize(0);
    // a cache of header lines holds 100 kB for each connection, and most access tokens are too long
    http.setHeaderCacheSize(0);
    ConnectionFactory[] factories =
        address
            .tls()
            .map(tls -> tls.factories(http))
            .orElseGet(() -> List.of(new HttpConnectionFactory(http)))
            .toArray(ConnectionFactory[]::new);
    ServerConnector connector = new ServerConnector(server, 1, 1, factories);
    connector.setHost(address.bind());
    connector.setIdleTimeout(limits.idle().toMillis());
    connector.addBean(connections);
    connector.setAcceptQueueSize(1024);
    connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
    return connector;
  }

  private ServletContextHandler application() throws IOException, ReflectiveOperationException {
    Path webapp = Path.of(System.getProperty("parley.webapp", "."));
    ServletContextHandler application =
        EmbeddedApplication.in(webapp, address.context(), parameters);
    application.setAttribute("parley.opened", opened);
    application.setAttribute("parley.reads-ahead", true);
    return application;
  }

  /** A thread of its own: the end waits for the one that found the server idle. */
  private static void endIdle(LogOutput log, long seconds) {
    log.say(LogEvent.SERVER_STOP, "Parley ends: nobody used it for " + seconds + " s.");
    new Thread(() -> System.exit(0), "parley-idle-end").start();
  }

  /** Logging may be over by then. */
  private record SaysWhenItEnds(LogOutput log) implements LifeCycle.Listener {
    @Override
    public void lifeCycleStopping(LifeCycle server) {
      log.say(LogEvent.SERVER_STOP, "Parley ends, as it was asked to.");
    }
  }

  private static boolean stopped(Server server) {
    try {
      server.stop();
    } catch (Exception e) {
      System.err.println("parley: " + e.getMessage());
    }
    return false;
  }

  private static String rootMessage(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
