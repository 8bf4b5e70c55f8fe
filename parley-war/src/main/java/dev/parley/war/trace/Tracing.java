package dev.parley.war.trace;

import dev.parley.problem.InvalidArgument;
import dev.parley.spi.Telemetry;
import dev.parley.war.settings.Settings;
import dev.parley.war.tool.CallMonitor;
import jakarta.servlet.ServletContext;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The traces of a deployment that has a receiver for them. The library is loaded on a thread of its
 * own, since that takes up to a second; what is done before is not traced.
 */
public final class Tracing implements AutoCloseable {
  private static final String ATTRIBUTE = Tracing.class.getName();
  private static final String SETTING = "otlp";
  private static final String PATH = "/v1/traces";
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private final URI receiver;
  private final String database;
  private final Optional<String> instance;
  private final Thread starting = new Thread(this::open, "parley-tracing");
  private volatile @Nullable Spans spans;
  private volatile boolean closed;

  private Tracing(URI receiver, String database, Optional<String> instance) {
    this.receiver = receiver;
    this.database = database;
    this.instance = instance;
    starting.setDaemon(true);
    starting.setContextClassLoader(Tracing.class.getClassLoader());
  }

  /**
   * Returns the traces that the settings ask for.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a wrong address
   */
  public static Optional<Tracing> of(Settings settings) {
    return settings
        .value(SETTING)
        .map(
            text ->
                new Tracing(
                    receiver(text),
                    DatabaseSystem.of(settings.value("db")),
                    settings.value("instance")));
  }

  /** Returns the traces of a servlet context; empty where it has none. */
  static Optional<Tracing> of(ServletContext context) {
    return Optional.ofNullable((Tracing) context.getAttribute(ATTRIBUTE));
  }

  /** Makes these the traces of a servlet context. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** Checks the settings, before anything is started. */
  public static void check(Settings settings) {
    settings.value(SETTING).ifPresent(Tracing::receiver);
  }

  /** Returns the address of traces: that of the setting, with the path of the protocol. */
  static URI receiver(String text) {
    URI address;
    try {
      address = URI.create(text);
    } catch (IllegalArgumentException noAddress) {
      throw refused();
    }
    boolean isUsable =
        address.getScheme() != null
            && SCHEMES.contains(address.getScheme())
            && address.getHost() != null
            && address.getUserInfo() == null
            && address.getQuery() == null
            && address.getFragment() == null;
    if (!isUsable) {
      throw refused();
    }
    String whole = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    return URI.create(whole.endsWith(PATH) ? whole : whole + PATH);
  }

  private static RuntimeException refused() {
    return InvalidArgument.refusal(
        SETTING, "it must be an address such as http://127.0.0.1:4318, without user and query");
  }

  /** Begins to load the library. */
  public void start() {
    starting.start();
  }

  private void open() {
    Spans opened = Spans.to(receiver, database, instance);
    spans = opened;
    if (closed) {
      opened.close();
    }
  }

  /** Returns the spans, once they can be written. */
  @Nullable Spans spans() {
    return spans;
  }

  /** Returns an observer of calls that traces them, and passes everything on. */
  public CallMonitor calls(CallMonitor next) {
    return new TracedCalls(this, next);
  }

  /** Returns an observer of the engine that traces it, and passes everything on. */
  public Telemetry engine(Telemetry next) {
    return new TracedEngine(this, next);
  }

  /** Sends what is not sent yet, for some seconds at most. */
  @Override
  public void close() {
    closed = true;
    Spans open = spans;
    if (open != null) {
      open.close();
    }
  }
}
