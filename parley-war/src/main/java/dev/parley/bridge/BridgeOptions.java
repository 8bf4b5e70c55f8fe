package dev.parley.bridge;

import dev.parley.trust.TokenFile;
import dev.parley.trust.TrustedAuthorities;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The options of one bridge. A flag comes before the environment, and the environment before the
 * properties file.
 *
 * @param server the endpoint
 * @param trusted the authorities of the server's certificate; null for those of the JDK
 * @param token sent as the bearer token
 * @param agent the name the agent wants to have
 * @param workspace the workspace it wants to be in
 * @param session the session of team work it takes part in
 * @param start the wish to start the server where none answers; null for none
 * @param urgent who may interrupt it with urgent messages
 * @param callMillis the time a call may take before its outcome is called unknown
 * @param silenceMillis the time the event stream may be silent before it is called dead
 * @param debug whether to log on the error stream what happens
 */
record BridgeOptions(
    ServerUrl server,
    @Nullable TrustedAuthorities trusted,
    @Nullable String token,
    @Nullable String agent,
    @Nullable String workspace,
    @Nullable String session,
    @Nullable StartOptions start,
    @Nullable String urgent,
    int callMillis,
    int silenceMillis,
    boolean debug) {

  private static final int TEN_MINUTES = 600_000;
  private static final int THREE_HEARTBEATS = 45_000;
  private static final String TOKEN = "token";
  private static final String TOKEN_FILE = "token-file";

  /** The setting of a server that has it speak TLS. */
  private static final String CERTIFICATE = "tls-certificate";

  private static final List<String> KEYS =
      List.of("url", TOKEN_FILE, "ca", "agent", "workspace", "tools", StartOptions.KEY, "urgent");

  /** The keys whose values are files; they go into no header. */
  private static final List<String> FILES = List.of(TOKEN_FILE, "ca");

  /**
   * The options in {@code args}, {@code environment} and the properties file; refuses with {@link
   * IllegalArgumentException}, whose message is for the person who typed them.
   */
  static BridgeOptions of(String[] args, Map<String, String> environment) {
    Map<String, String> flags = flags(args);
    Properties file = file(flags.get("config"), environment);
    Map<String, String> chosen = new HashMap<>();
    for (String key : KEYS) {
      String value = flags.get(key);
      value = value != null ? value : filled(environment.get(variable(key)));
      value = value != null ? value : filled(file.getProperty(key));
      if (value != null && FILES.contains(key)) {
        chosen.put(key, value);
      } else if (value != null) {
        chosen.put(key, key.equals("tools") ? ToolChoice.of(value).name() : checked(key, value));
      }
    }
    String ca = chosen.get("ca");
    String token = token(flags, environment, file);
    String url = chosen.getOrDefault("url", ServerUrl.DEFAULT);
    String session = filled(environment.get("PARLEY_SESSION_ID"));
    session = session != null ? session : filled(environment.get("RELAY_SESSION_ID"));
    ServerUrl server = ServerUrl.of(url, chosen.get("tools"));
    return new BridgeOptions(
        server,
        ca != null && server.tls() ? TrustedAuthorities.in(ca) : null,
        token == null ? null : checked(TOKEN, token),
        chosen.get("agent"),
        chosen.get("workspace"),
        session == null ? null : checked("session", session),
        chosen.containsKey(StartOptions.KEY)
            ? StartOptions.of(
                chosen.get(StartOptions.KEY),
                server,
                filled(environment.get(variable(CERTIFICATE))) != null
                    || filled(file.getProperty(CERTIFICATE)) != null,
                flags.get("config"),
                file)
            : null,
        chosen.get("urgent"),
        TEN_MINUTES,
        THREE_HEARTBEATS,
        "debug".equals(environment.get("PARLEY_LOG")));
  }

  /** The token of the nearest source that has one, itself or by the name of its file. */
  private static @Nullable String token(
      Map<String, String> flags, Map<String, String> environment, Properties file) {
    String named = flags.get(TOKEN_FILE);
    if (named != null) {
      return TokenFile.read(named);
    }
    String token =
        either(
            "PARLEY_TOKEN and PARLEY_TOKEN_FILE",
            filled(environment.get(variable(TOKEN))),
            filled(environment.get(variable(TOKEN_FILE))));
    return token != null
        ? token
        : either(
            "token and token-file in the properties file",
            filled(file.getProperty(TOKEN)),
            filled(file.getProperty(TOKEN_FILE)));
  }

  private static @Nullable String either(
      String both, @Nullable String token, @Nullable String named) {
    if (token != null && named != null) {
      throw new IllegalArgumentException(both + " are both set; only one may be");
    }
    return named == null ? token : TokenFile.read(named);
  }

  private static Map<String, String> flags(String[] args) {
    Map<String, String> flags = new HashMap<>();
    for (int i = 0; i < args.length; i++) {
      String flag = args[i];
      int equals = flag.indexOf('=');
      String name = equals < 0 ? flag : flag.substring(0, equals);
      String key = name.startsWith("--") ? name.substring(2) : "";
      if (key.equals(TOKEN)) {
        throw new IllegalArgumentException(
            "--token would show the token to every user of this machine; set PARLEY_TOKEN, or name"
                + " a file with --token-file");
      }
      if (!KEYS.contains(key) && !key.equals("config")) {
        throw new IllegalArgumentException("unknown option " + flag);
      }
      if (equals < 0 && key.equals(StartOptions.KEY)) {
        flags.put(key, "yes");
        continue;
      }
      if (equals < 0 && i + 1 == args.length) {
        throw new IllegalArgumentException(flag + " needs a value");
      }
      flags.put(key, equals < 0 ? args[++i] : flag.substring(equals + 1));
    }
    return flags;
  }

  private static Properties file(@Nullable String named, Map<String, String> environment) {
    Properties properties = new Properties();
    Path path = named != null ? Path.of(named) : usual(environment);
    if (named == null && !Files.isReadable(path)) {
      return properties;
    }
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new IllegalArgumentException("the properties file cannot be read: " + path);
    }
    return properties;
  }

  private static Path usual(Map<String, String> environment) {
    String base = filled(environment.get("XDG_CONFIG_HOME"));
    Path folder =
        base != null ? Path.of(base) : Path.of(System.getProperty("user.home", "."), ".config");
    return folder.resolve("parley").resolve("parley.properties");
  }

  /** Values travel in HTTP headers, where a line break or a letter beyond ASCII means trouble. */
  private static String checked(String key, String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) <= ' ' || value.charAt(i) > '~') {
        throw new IllegalArgumentException(
            source(key) + " has a blank or a character beyond ASCII in it");
      }
    }
    return value;
  }

  /** Every place a value can have come from, for the person who is to change it. */
  private static String source(String key) {
    if (key.equals(TOKEN)) {
      return "the token (in PARLEY_TOKEN, in its file, or in the properties file)";
    }
    return key.equals("session")
        ? "PARLEY_SESSION_ID (or RELAY_SESSION_ID)"
        : "--" + key + " (or " + variable(key) + ", or " + key + " in the properties file)";
  }

  private static @Nullable String filled(@Nullable String value) {
    return value == null || value.isBlank() ? null : value.strip();
  }

  /** The variable of the environment that stands for an option. */
  private static String variable(String key) {
    return "PARLEY_".concat(key.replace('-', '_').toUpperCase(Locale.ROOT));
  }

  /** Returns true if there is a token, and it leaves this machine without TLS. */
  boolean sendsTokenInTheClear() {
    return token != null && !server.tls() && !server.isLoopback();
  }

  /** Says everything but the token. */
  @Override
  public String toString() {
    return "bridge to " + server + (token == null ? " without a token" : " with a token");
  }
}
