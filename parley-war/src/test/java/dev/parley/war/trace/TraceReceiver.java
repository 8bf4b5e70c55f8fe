package dev.parley.war.trace;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** A receiver of OTLP over HTTP, which decodes the messages of the protocol. */
final class TraceReceiver implements AutoCloseable {
  private final HttpServer http;
  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final List<Resource> resources = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private TraceReceiver(HttpServer http) {
    this.http = http;
  }

  static TraceReceiver start() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    TraceReceiver receiver = new TraceReceiver(http);
    http.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            receiver.requests.add(
                exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + type);
            boolean zipped =
                "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            InputStream body = exchange.getRequestBody();
            receiver.take(
                ExportTraceServiceRequest.parseFrom(zipped ? new GZIPInputStream(body) : body));
            byte[] answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
          }
        });
    http.start();
    return receiver;
  }

  private void take(ExportTraceServiceRequest request) {
    request
        .getResourceSpansList()
        .forEach(
            of -> {
              resources.add(of.getResource());
              of.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
            });
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  Map<String, String> resource() {
    return attributes(resources.get(0).getAttributesList());
  }

  /** Returns the spans of a trace. */
  List<Span> trace(String id) {
    return spans.stream().filter(span -> traceId(span).equals(id)).toList();
  }

  static String traceId(Span span) {
    return HexFormat.of().formatHex(span.getTraceId().toByteArray());
  }

  static String id(Span span) {
    return HexFormat.of().formatHex(span.getSpanId().toByteArray());
  }

  static String parent(Span span) {
    return HexFormat.of().formatHex(span.getParentSpanId().toByteArray());
  }

  static Map<String, String> attributes(Span span) {
    return attributes(span.getAttributesList());
  }

  private static Map<String, String> attributes(List<KeyValue> all) {
    return all.stream().collect(Collectors.toMap(KeyValue::getKey, each -> text(each.getValue())));
  }

  private static String text(AnyValue value) {
    return switch (value.getValueCase()) {
      case BOOL_VALUE -> String.valueOf(value.getBoolValue());
      case INT_VALUE -> String.valueOf(value.getIntValue());
      default -> value.getStringValue();
    };
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
