package dev.parley.war.trace;

import dev.parley.spi.Telemetry.MessageStore;
import dev.parley.war.settings.Version;
import dev.parley.war.tool.CallTrace;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The spans of calls, commits, posts and deliveries, with the names of OpenTelemetry's semantic
 * conventions. They leave on a thread of the library; while the receiver is away, the newest ones
 * are dropped.
 */
final class Spans implements AutoCloseable {
  static final AttributeKey<String> HTTP_METHOD = AttributeKey.stringKey("http.request.method");
  static final AttributeKey<String> HTTP_ROUTE = AttributeKey.stringKey("http.route");
  static final AttributeKey<String> URL_PATH = AttributeKey.stringKey("url.path");
  static final AttributeKey<String> URL_SCHEME = AttributeKey.stringKey("url.scheme");
  static final AttributeKey<String> METHOD = AttributeKey.stringKey("mcp.method.name");
  static final AttributeKey<String> SESSION = AttributeKey.stringKey("mcp.session.id");
  static final AttributeKey<String> TOOL = AttributeKey.stringKey("gen_ai.tool.name");
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
  static final AttributeKey<String> TRANSPORT = AttributeKey.stringKey("network.transport");
  static final AttributeKey<String> PROTOCOL = AttributeKey.stringKey("network.protocol.name");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
  static final AttributeKey<String> DB_SYSTEM = AttributeKey.stringKey("db.system.name");
  static final AttributeKey<String> DB_OPERATION = AttributeKey.stringKey("db.operation.name");
  static final AttributeKey<Boolean> BY_ANOTHER =
      AttributeKey.booleanKey("parley.commit.by_another_call");
  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> NAME = AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> TYPE = AttributeKey.stringKey("messaging.operation.type");
  static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.template");
  static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("messaging.message.id");

  /** The path of the endpoints whose requests are traced; a tool set below it is no route. */
  private static final String ROUTE = "/mcp";

  private static final String CALL = "tools/call";
  private static final String COMMIT = "COMMIT";
  private static final String PARLEY = "parley";
  private static final int MAX_WAITING = 4_096;
  private static final Duration MAX_EXPORT = Duration.ofSeconds(10);
  private static final int MAX_CLOSE_SECONDS = 3;

  /** Reads the fields of a trace from the meta of a call. */
  private static final TextMapGetter<Map<String, Object>> META =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, Object> meta) {
          return meta.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, Object> meta, String key) {
          return meta != null && meta.get(key) instanceof String text ? text : null;
        }
      };

  /** Reads them from the headers of a request. */
  private static final TextMapGetter<HttpServletRequest> HEADERS =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(HttpServletRequest request) {
          return Collections.list(request.getHeaderNames());
        }

        @Override
        public @Nullable String get(@Nullable HttpServletRequest request, String key) {
          return request == null ? null : request.getHeader(key);
        }
      };

  private final SdkTracerProvider provider;
  private final Tracer tracer;
  private final String database;
  private final MessageTraces messages = new MessageTraces();

  private Spans(SdkTracerProvider provider, String database) {
    this.provider = provider;
    this.tracer = provider.get("dev.parley", Version.text());
    this.database = database;
  }

  /**
   * Returns spans that are sent to a receiver.
   *
   * @param database the name of the database's product
   * @param instance the deployer's name for this server
   */
  static Spans to(URI receiver, String database, Optional<String> instance) {
    AttributesBuilder self = Attributes.builder();
    self.put("service.name", PARLEY);
    self.put("service.version", Version.text());
    instance.ifPresent(name -> self.put("service.instance.id", name));
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(receiver.toString())
            .setTimeout(MAX_EXPORT)
            .build();
    return new Spans(
        SdkTracerProvider.builder()
            .setResource(Resource.getDefault().merge(Resource.create(self.build())))
            .addSpanProcessor(
                BatchSpanProcessor.builder(exporter)
                    .setMaxQueueSize(MAX_WAITING)
                    .setExporterTimeout(MAX_EXPORT)
                    .setScheduleDelay(Duration.ofSeconds(1))
                    .build())
            .build(),
        database);
  }

  /** Begins the span of a request over HTTP, in the trace that its headers name. */
  RequestSpan request(HttpServletRequest request) {
    return new RequestSpan(
        tracer
            .spanBuilder(request.getMethod() + " " + ROUTE)
            .setParent(
                W3CTraceContextPropagator.getInstance().extract(Context.root(), request, HEADERS))
            .setSpanKind(SpanKind.SERVER)
            .setAttribute(HTTP_METHOD, request.getMethod())
            .setAttribute(HTTP_ROUTE, ROUTE)
            .setAttribute(URL_PATH, request.getRequestURI())
            .setAttribute(URL_SCHEME, request.getScheme())
            .startSpan());
  }

  /**
   * Begins the span of a call, in the trace that its client names; the request over HTTP is then a
   * link. Else it is a part of that request.
   */
  CallTrace call(String tool, String session, Map<String, Object> meta) {
    Context named = W3CTraceContextPropagator.getInstance().extract(Context.root(), meta, META);
    boolean isNamed = Span.fromContext(named).getSpanContext().isValid();
    SpanContext request = Span.current().getSpanContext();
    SpanBuilder builder = tracer.spanBuilder(CALL + " " + tool);
    if (isNamed && request.isValid()) {
      builder.addLink(request);
    }
    Span span =
        builder
            .setParent(isNamed ? named : Context.current())
            .setSpanKind(SpanKind.SERVER)
            .setAttribute(METHOD, CALL)
            .setAttribute(TOOL, tool)
            .setAttribute(OPERATION, "execute_tool")
            .setAttribute(SESSION, session)
            .setAttribute(TRANSPORT, "tcp")
            .setAttribute(PROTOCOL, "http")
            .startSpan();
    return new SpanOfCall(span);
  }

  /** The span of one call. */
  private record SpanOfCall(Span span) implements CallTrace {
    @Override
    @SuppressWarnings("MustBeClosedChecker") // the caller closes the part
    public Part enter() {
      Scope scope = Context.root().with(span).makeCurrent();
      return scope::close;
    }

    @Override
    public void ended(@Nullable String error) {
      if (error != null) {
        span.setAttribute(ERROR, error);
        span.setStatus(StatusCode.ERROR);
      }
      span.end();
    }
  }

  /** Adds a commit to the call of this thread, if it has one. */
  void committed(long nanos, boolean succeeded, boolean byAnother) {
    if (!isInTrace()) {
      return;
    }
    long end = now();
    SpanBuilder commit =
        tracer
            .spanBuilder(COMMIT)
            .setSpanKind(SpanKind.CLIENT)
            .setStartTimestamp(end - nanos, TimeUnit.NANOSECONDS)
            .setAttribute(DB_SYSTEM, database)
            .setAttribute(DB_OPERATION, COMMIT);
    if (byAnother) {
      commit.setAttribute(BY_ANOTHER, true);
    }
    Span span = commit.startSpan();
    if (!succeeded) {
      span.setStatus(StatusCode.ERROR);
    }
    span.end(end, TimeUnit.NANOSECONDS);
  }

  /** Adds a post to the call of this thread, if it has one, and the deliveries it had already. */
  void posted(MessageStore where, String message) {
    if (!isInTrace()) {
      return;
    }
    String destination = where.name().toLowerCase(Locale.ROOT);
    Span span =
        tracer
            .spanBuilder("send " + destination)
            .setSpanKind(SpanKind.PRODUCER)
            .setAttribute(SYSTEM, PARLEY)
            .setAttribute(NAME, "send")
            .setAttribute(TYPE, "send")
            .setAttribute(DESTINATION, destination)
            .setAttribute(MESSAGE, message)
            .startSpan();
    span.end();
    Context sent = Context.root().with(span);
    messages.sent(message, sent).forEach(delivery -> delivered(message, delivery, sent));
  }

  /** Adds a delivery to the trace of its message, now or once that is known. */
  void delivered(String message, boolean isPolled) {
    MessageTraces.Delivery delivery = new MessageTraces.Delivery(now(), isPolled);
    messages.delivered(message, delivery).ifPresent(sent -> delivered(message, delivery, sent));
  }

  private void delivered(String message, MessageTraces.Delivery delivery, Context sent) {
    String operation = delivery.isPolled() ? "poll" : "push";
    Span span =
        tracer
            .spanBuilder(operation + " message")
            .setParent(sent)
            .setSpanKind(SpanKind.CONSUMER)
            .setStartTimestamp(delivery.atNanos(), TimeUnit.NANOSECONDS)
            .setAttribute(SYSTEM, PARLEY)
            .setAttribute(NAME, operation)
            .setAttribute(TYPE, delivery.isPolled() ? "receive" : "process")
            .setAttribute(MESSAGE, message)
            .startSpan();
    span.end(delivery.atNanos(), TimeUnit.NANOSECONDS);
  }

  private static boolean isInTrace() {
    return Span.current().getSpanContext().isValid();
  }

  private static long now() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  @Override
  public void close() {
    var unused = provider.shutdown().join(MAX_CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
