package dev.parley.server;

import dev.parley.launch.BoundedLog;
import dev.parley.launch.ParentWatch;
import dev.parley.server.settings.Setting;
import dev.parley.server.settings.SettingSources;
import dev.parley.server.settings.SettingTable;
import dev.parley.server.settings.UnknownSettings;
import dev.parley.server.settings.UserFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:It ended as it was asked to, or because nobody used it.",
      " 1:It did not start, for example because the port is taken.",
      " 2:A mistake in the options or the settings; nothing was started.",
      " 3:It ran out of memory.",
      "143:A signal ended it (130: Ctrl-C)."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar parley.war serve --port 8080 --data /var/lib/parley",
      "  PARLEY_BIND=0.0.0.0 java -jar parley.war serve --token-file /etc/parley/token",
      "",
      "Each option may also stand in the environment (PARLEY_PORT, PARLEY_BIND, PARLEY_DATA, ...)",
      "or in a properties file (port=..., bind=...): an option beats the environment beats the"
          + " file. The command config shows what is in force."
    })
public final class Serve implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;
  private static final int PORTS_AFTER = 10;
  private static final int MAX_END_WHEN_IDLE = 604_800;
  private static final List<String> DURABILITIES = List.of("commit", "fsync");
  private static final List<String> HOOKS = List.of("off", "on", "shell");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port to listen on; 0 takes a free one. Bounds: 0 to 65535. Default: 7539.")
  private int port = 7539;

  @Option(
      names = "--next-free-port",
      description =
          "Where the port is taken, listen on the next free one of the ten after it. "
              + "Default: false.")
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
          "Where other nodes of the same database ask this one. Default: the address it "
              + "listens on.")
  private @Nullable String advertise;

  @Option(
      names = "--context",
      paramLabel = "PATH",
      description = "Path the application lies under. Bounds: begins with a slash. Default: /.")
  private String context = "/";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the database. Default: $XDG_DATA_HOME/parley.")
  private @Nullable Path data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "JDBC URL of another database, for example jdbc:postgresql://host/parley. In an "
              + "application server also the JNDI name of a data source, for example "
              + "java:jboss/datasources/ParleyDS or jdbc/parley. Default: an H2 file in the data "
              + "folder.")
  private @Nullable String db;

  @Option(
      names = "--durability",
      paramLabel = "commit|fsync",
      description =
          "When a write to an H2 file is acknowledged: commit when it is in the file, fsync when"
              + " the file was forced to the disk. With fsync, a power cut loses no acknowledged"
              + " write of the H2 file in the data folder. Another database has settings of its own."
              + " Bounds: commit or fsync. Default: commit.")
  private @Nullable String durability;

  @Mixin private TokenSource tokens = new TokenSource();

  @Mixin private TlsOptions tls = new TlsOptions();

  @Mixin private OidcOptions oidc = new OidcOptions();

  @Mixin private OAuthOptions oauth = new OAuthOptions();

  @Option(
      names = "--hosts",
      paramLabel = "NAMES",
      description = "Further host:port names this server answers to, with commas. Default: none.")
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
      description =
          "Connections at once. Bounds: 1 or more. Default: 8000, or what the open files allow.")
  private int maxConnections = HttpLimits.DEFAULT_CONNECTIONS;

  @Option(
      names = "--max-connections-per-address",
      paramLabel = "COUNT",
      description =
          "Connections of one address at once. Bounds: 1 or more. Default: 1000; three "
              + "quarters of all for this machine and for trusted proxies.")
  private @Nullable Integer maxConnectionsPerAddress;

  @Option(
      names = "--connection-idle",
      paramLabel = "SECONDS",
      description =
          "How long a connection may be without a request. Bounds: 1 or more. Default: 60.")
  private int connectionIdle = HttpLimits.DEFAULT_IDLE_SECONDS;

  @Option(
      names = "--end-when-idle",
      paramLabel = "SECONDS",
      description =
          "End after so long without a request, an MCP client that listens or an open page; "
              + "0 for never. Bounds: 0 to 604800, a week. Default: 0; 3600 where mcp "
              + "--start-server started it.")
  private int endWhenIdle;

  @Option(
      names = "--min-data-rate",
      paramLabel = "BYTES",
      description =
          "Bytes a second that a client has to take of an answer, on average; 0 for any. "
              + "Bounds: 0 or more. Default: 1024.")
  private int minDataRate = HttpLimits.DEFAULT_MIN_DATA_RATE;

  @Option(
      names = "--max-streams-per-login",
      paramLabel = "COUNT",
      description = "Pages that one login may have open. Bounds: 1 or more. Default: 50.")
  private @Nullable Integer maxStreamsPerLogin;

  @Mixin private RoomOptions rooms = new RoomOptions();

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Folder of memory and of the files of teams. Default: home in the data folder.")
  private @Nullable Path home;

  @Option(
      names = "--hooks",
      paramLabel = "off|on|shell",
      description =
          "Whether the commands in the files of teams are run, and how. Bounds: off, on or "
              + "shell. Default: off.")
  private @Nullable String hooks;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private TelemetryOptions telemetry = new TelemetryOptions();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Properties file. Default: $XDG_CONFIG_HOME/parley/parley.properties.")
  private @Nullable Path config;

  @Spec private @Nullable CommandSpec spec;

  private final SettingSources sources;

  /** A command whose options that are not given come from {@code sources}. */
  Serve(SettingSources sources) {
    this.sources = sources;
  }

  /** Serves until the process is asked to end. */
  public static void main(String[] args) {
    ParentWatch.begin();
    BoundedLog.takeStreams();
    CommandLine line = line(SettingSources.of(args, System.getenv()));
    line.setParameterExceptionHandler(new Mistakes("serve"));
    int exit = line.execute(args);
    if (exit != CommandLine.ExitCode.OK || line.isUsageHelpRequested()) {
      System.exit(exit);
    }
  }

  /** Returns the command with its sources. */
  static CommandLine line(SettingSources sources) {
    CommandLine line = new CommandLine(new Serve(sources));
    line.setDefaultValueProvider(sources);
    return line;
  }

  /**
   * A server that can be started.
   *
   * @param address the address it listens on
   * @param parameters the settings of the deployment
   * @param limits the limits of its connections
   * @param idle the time without use after which it ends
   * @param log the form of its log
   */
  record Plan(
      ListenAddress address,
      Map<String, String> parameters,
      HttpLimits limits,
      Optional<Duration> idle,
      LogOutput log) {}

  @Override
  public Integer call() {
    return server().start() ? 0 : 1;
  }

  /**
   * Returns the server that the options describe, which is not started.
   *
   * @throws ParameterException for a mistake
   */
  EmbeddedServer server() {
    UnknownSettings unknown = new UnknownSettings(SettingTable.of(spec()), sources);
    unknown.warnings().forEach(telemetry.log()::warn);
    if (!unknown.mistakes().isEmpty()) {
      throw refused(String.join("\n", unknown.mistakes()));
    }
    Plan plan = plan();
    return new EmbeddedServer(
        plan.address(), plan.parameters(), plan.limits(), plan.idle(), plan.log());
  }

  /**
   * Returns the server that the options describe.
   *
   * @throws ParameterException for the first mistake
   */
  Plan plan() {
    sources
        .mistake()
        .or(telemetry::mistake)
        .ifPresent(
            mistake -> {
              throw refused(mistake);
            });
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
    if (durability != null && !DURABILITIES.contains(durability)) {
      throw refused("--durability must be commit or fsync, not " + durability);
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
    int tries = nextFreePort ? 1 + PORTS_AFTER : 1;
    Optional<Duration> idle =
        endWhenIdle == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(endWhenIdle));
    ListenAddress address = new ListenAddress(bind, port, tries, context, encrypted);
    return new Plan(address, parameters(exposure), limits(), idle, telemetry.log());
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
    Path folder = data == null ? UserFolders.data() : data;
    put(parameters, "data", folder);
    put(parameters, "home", home == null ? folder.resolve("home") : home);
    put(parameters, "db", db);
    put(parameters, "durability", durability);
    // Said in any case: what is missing here, the deployment would look for in the environment.
    put(parameters, "token", String.join(",", exposure.tokens()));
    put(parameters, "ca", tls.authorities());
    put(parameters, "hosts", hosts == null ? "" : hosts);
    put(parameters, "trust-proxy", trustProxy == null ? "" : trustProxy);
    put(parameters, "max-streams-per-login", maxStreamsPerLogin);
    put(parameters, "advertise", advertise);
    put(parameters, "hooks", hooks);
    rooms.given().forEach((name, value) -> put(parameters, name, value));
    oidc.given().forEach((name, value) -> put(parameters, name, value));
    oauth.given().forEach((name, value) -> put(parameters, name, value));
    limits.given().forEach((name, value) -> put(parameters, name, value));
    telemetry.given().forEach((name, value) -> put(parameters, name, value));
    for (Setting setting : SettingTable.of(spec()).withoutOption()) {
      // A deployment reads the other sources itself, but knows nothing of the file.
      sources
          .ofDeployment(setting)
          .filter(origin -> origin.kind() == SettingSources.Kind.FILE)
          .ifPresent(origin -> put(parameters, setting.name(), origin.value()));
    }
    put(parameters, "bound-to-loopback", exposure.isLoopback());
    return parameters;
  }

  private static void put(Map<String, String> parameters, String name, @Nullable Object value) {
    if (value != null) {
      parameters.put("parley." + name, value.toString());
    }
  }

  private ParameterException refused(String sentence) {
    return new ParameterException(spec().commandLine(), sentence);
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "the command line is not read yet");
  }
}
