package dev.parley.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The server's command line. */
@Command(
    name = "serve",
    description = "Run a Parley server.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = false,
    footer = {
      "",
      "Each option may also stand in the environment (PARLEY_PORT, PARLEY_BIND, PARLEY_DATA, ...)",
      "or in a properties file (port=..., bind=...): an option beats the environment beats the"
          + " file."
    })
public final class Serve implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;
  private static final int PORTS_AFTER = 10;
  private static final int MAX_END_WHEN_IDLE = 604_800;
  private static final List<String> HOOKS = List.of("off", "on", "shell");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port to listen on; 0 takes a free one. Default: 7539.")
  private int port = 7539;

  @Option(
      names = "--next-free-port",
      description = "Where the port is taken, listen on the next free one of the ten after it.")
  private boolean nextFreePort;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "Address to listen on. Anything but loopback needs a token. Default: 127.0.0.1.")
  private String bind = "127.0.0.1";

  @Option(
      names = "--advertise",
      paramLabel = "URL",
      description =
          "Where other nodes of the same database ask this one. Default: the address it listens"
              + " on.")
  private @Nullable String advertise;

  @Option(
      names = "--context",
      paramLabel = "PATH",
      description = "Path the application lies under. Default: /.")
  private String context = "/";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the database. Default: $XDG_DATA_HOME/parley.")
  private @Nullable Path data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "JDBC URL of another database, for example jdbc:postgresql://host/parley.")
  private @Nullable String db;

  @Mixin private TokenSource tokens = new TokenSource();

  @Mixin private TlsOptions tls = new TlsOptions();

  @Mixin private OidcOptions oidc = new OidcOptions();

  @Mixin private OAuthOptions oauth = new OAuthOptions();

  @Option(
      names = "--hosts",
      paramLabel = "NAMES",
      description = "Further host:port names this server answers to, with commas.")
  private @Nullable String hosts;

  @Option(
      names = "--trust-proxy",
      paramLabel = "ADDRESSES",
      description =
          "Proxies whose X-Forwarded-For, X-Forwarded-Proto and Forwarded headers count, as "
              + "addresses or networks with commas; needs a token. Default: none.")
  private @Nullable String trustProxy;

  @Option(
      names = "--max-connections",
      paramLabel = "COUNT",
      description = "Connections at once. Default: 8000, or what the open files allow.")
  private int maxConnections = HttpLimits.DEFAULT_CONNECTIONS;

  @Option(
      names = "--max-connections-per-address",
      paramLabel = "COUNT",
      description =
          "Connections of one address at once. Default: 1000; three quarters of all for "
              + "this machine and for trusted proxies.")
  private @Nullable Integer maxConnectionsPerAddress;

  @Option(
      names = "--connection-idle",
      paramLabel = "SECONDS",
      description = "How long a connection may be without a request. Default: 60.")
  private int connectionIdle = HttpLimits.DEFAULT_IDLE_SECONDS;

  @Option(
      names = "--end-when-idle",
      paramLabel = "SECONDS",
      description =
          "End after so long without a request, an MCP client that listens or an open page; up to"
              + " a week, 0 for never. Default: 0; 3600 where mcp --start-server started it.")
  private int endWhenIdle;

  @Option(
      names = "--min-data-rate",
      paramLabel = "BYTES",
      description =
          "Bytes a second that a client has to take of an answer, on average; 0 for any. "
              + "Default: 1024.")
  private int minDataRate = HttpLimits.DEFAULT_MIN_DATA_RATE;

  @Option(
      names = "--max-streams-per-login",
      paramLabel = "COUNT",
      description = "Pages that one login may have open. Default: 50.")
  private @Nullable Integer maxStreamsPerLogin;

  @Option(
      names = "--rate-limit",
      paramLabel = "RATE:BURST|off",
      description = "Messages a second, and at once, of one connection. Default: 10:20.")
  private @Nullable String rateLimit;

  @Option(
      names = "--replay",
      paramLabel = "COUNT",
      description = "Pushes a connection can resume over, 64 to 65536. Default: 1024.")
  private @Nullable Integer replay;

  @Option(
      names = "--stuck-after",
      paramLabel = "SECONDS",
      description = "How long a client may take nothing before its stream is closed. Default: 10.")
  private @Nullable Integer stuckAfter;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description =
          "How long a claimed task is kept for a silent agent, 15m or PT15M. Default: 15m.")
  private @Nullable String lease;

  @Option(
      names = "--bus",
      paramLabel = "URL",
      description =
          "Store of durable rooms: redis://host:port, nats://host:port, or a chat system by"
              + " matrix://, xmpp://, zulip://, discord://, telegram:// or slack://. Default: the"
              + " database.")
  private @Nullable String backend;

  @Option(
      names = "--topics",
      paramLabel = "NAMES",
      description = "Rooms agents may use, with commas. Default: all.")
  private @Nullable String topics;

  @Option(
      names = "--post-topics",
      paramLabel = "PATTERNS",
      description =
          "Patterns of further rooms they may use, with commas; each matches a whole name.")
  private @Nullable String postTopics;

  @Option(
      names = "--keep-messages",
      paramLabel = "COUNT",
      description = "Messages that are kept of each durable room. Default: all.")
  private @Nullable Integer keepMessages;

  @Option(
      names = "--keep",
      paramLabel = "TIME",
      description = "How long a message of a durable room is kept, 720h or P30D. Default: always.")
  private @Nullable String keep;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Folder of memory and of the files of teams. Default: home in the data folder.")
  private @Nullable Path home;

  @Option(
      names = "--hooks",
      paramLabel = "off|on|shell",
      description = "Whether the commands in the files of teams are run, and how. Default: off.")
  private @Nullable String hooks;

  @Option(
      names = "--max-messages",
      paramLabel = "COUNT",
      description = "Messages a session holds. Default: 200000.")
  private @Nullable Integer maxMessages;

  @Option(
      names = "--max-tasks",
      paramLabel = "COUNT",
      description = "Tasks a session holds. Default: 20000.")
  private @Nullable Integer maxTasks;

  @Option(
      names = "--max-artifacts",
      paramLabel = "COUNT",
      description = "Artifacts a session holds. Default: 10000.")
  private @Nullable Integer maxArtifacts;

  @Option(
      names = "--max-reviews",
      paramLabel = "COUNT",
      description = "Reviews a session holds. Default: 10000.")
  private @Nullable Integer maxReviews;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Properties file. Default: $XDG_CONFIG_HOME/parley/parley.properties.")
  private @Nullable Path config;

  @Spec private @Nullable CommandSpec spec;

  /** Serves until the process is asked to end. */
  public static void main(String[] args) {
    CommandLine line = new CommandLine(new Serve());
    line.setDefaultValueProvider(new EnvironmentDefaults(args));
    if (System.getProperty("parley.log") != null) {
      line.setParameterExceptionHandler(Serve::refuseInTheLog);
    }
    int exit = line.execute(args);
    if (exit != CommandLine.ExitCode.OK || line.isUsageHelpRequested()) {
      System.exit(exit);
    }
  }

  /** A log is read by its last line, which the list of all options would push away. */
  private static int refuseInTheLog(ParameterException mistake, String[] words) {
    System.err.println("parley: " + mistake.getMessage());
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public Integer call() {
    if (port < 0 || port > MAX_PORT) {
      throw refused("--port must be 0 to " + MAX_PORT + ", not " + port);
    }
    if (config != null && !Files.isReadable(config)) {
      throw refused("--config " + config + " cannot be read");
    }
    if (!context.startsWith("/")) {
      throw refused("--context must begin with a slash, not be " + context);
    }
    if (hooks != null && !HOOKS.contains(hooks)) {
      throw refused("--hooks must be off, on or shell, not " + hooks);
    }
    if (endWhenIdle < 0 || endWhenIdle > MAX_END_WHEN_IDLE) {
      throw refused("--end-when-idle must be 0 to " + MAX_END_WHEN_IDLE + ", not " + endWhenIdle);
    }
    String token;
    Optional<ReloadingTls> encrypted;
    try {
      token = tokens.read();
      encrypted = tls.read();
    } catch (IllegalArgumentException mistake) {
      throw refused(String.valueOf(mistake.getMessage()));
    }
    boolean hasIssuer = oidc.hasIssuer() || oauth.isOn();
    Exposure exposure =
        new Exposure(bind, token, hasIssuer, hosts, trustProxy, limits.maxTokenLength());
    exposure
        .mistake()
        .ifPresent(
            mistake -> {
              throw refused(mistake);
            });
    HttpLimits limits = limits();
    int tries = nextFreePort ? 1 + PORTS_AFTER : 1;
    Optional<Duration> idle =
        endWhenIdle == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(endWhenIdle));
    ListenAddress address = new ListenAddress(bind, port, tries, context, encrypted);
    EmbeddedServer server = new EmbeddedServer(address, parameters(exposure), limits, idle);
    return server.start() ? 0 : 1;
  }

  private HttpLimits limits() {
    positive("--max-connections", maxConnections);
    positive("--connection-idle", connectionIdle);
    if (maxConnectionsPerAddress != null) {
      positive("--max-connections-per-address", maxConnectionsPerAddress);
    }
    if (maxStreamsPerLogin != null) {
      positive("--max-streams-per-login", maxStreamsPerLogin);
    }
    if (minDataRate < 0) {
      throw refused("--min-data-rate must be 0 or more, not " + minDataRate);
    }
    return new HttpLimits(
        maxConnections,
        Optional.ofNullable(maxConnectionsPerAddress),
        trustProxy == null ? List.of() : List.of(trustProxy.split(",")),
        Duration.ofSeconds(connectionIdle),
        minDataRate);
  }

  private void positive(String option, int value) {
    if (value < 1) {
      throw refused(option + " must be 1 or more, not " + value);
    }
  }

  private Map<String, String> parameters(Exposure exposure) {
    Map<String, String> parameters = new LinkedHashMap<>();
    Path folder = data == null ? usualData() : data;
    put(parameters, "data", folder);
    put(parameters, "home", home == null ? folder.resolve("home") : home);
    put(parameters, "db", db);
    // Said in any case: what is missing here, the deployment would look for in the environment.
    put(parameters, "token", String.join(",", exposure.tokens()));
    put(parameters, "ca", tls.authorities());
    put(parameters, "hosts", hosts == null ? "" : hosts);
    put(parameters, "trust-proxy", trustProxy == null ? "" : trustProxy);
    put(parameters, "max-streams-per-login", maxStreamsPerLogin);
    put(parameters, "advertise", advertise);
    put(parameters, "rate-limit", rateLimit);
    put(parameters, "replay", replay);
    put(parameters, "stuck-after", stuckAfter == null ? null : "PT" + stuckAfter + "S");
    put(parameters, "lease", lease);
    put(parameters, "bus", backend);
    put(parameters, "topics", topics);
    put(parameters, "post-topics", postTopics);
    put(parameters, "keep-messages", keepMessages);
    put(parameters, "keep", keep);
    put(parameters, "hooks", hooks);
    put(parameters, "max-messages", maxMessages);
    put(parameters, "max-tasks", maxTasks);
    put(parameters, "max-artifacts", maxArtifacts);
    put(parameters, "max-reviews", maxReviews);
    oidc.given().forEach((name, value) -> put(parameters, name, value));
    oauth.given().forEach((name, value) -> put(parameters, name, value));
    limits.given().forEach((name, value) -> put(parameters, name, value));
    put(parameters, "bound-to-loopback", exposure.isLoopback());
    return parameters;
  }

  private static Path usualData() {
    String base = System.getenv("XDG_DATA_HOME");
    Path folder =
        base == null || base.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "share")
            : Path.of(base);
    return folder.resolve("parley");
  }

  private static void put(Map<String, String> parameters, String name, @Nullable Object value) {
    if (value != null) {
      parameters.put("parley." + name, value.toString());
    }
  }

  private ParameterException refused(String sentence) {
    CommandSpec known = spec;
    if (known == null) {
      throw new IllegalStateException(sentence);
    }
    return new ParameterException(known.commandLine(), sentence);
  }
}
