package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.faults.ReverseProxy.Kind;
import dev.parley.war.rest.PageClient;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reverse proxies with the settings that the site shows. */
@Tag("faults")
@Timeout(180)
class ProxyIT {
  private static final String TOKEN = "token-of-proxy-it";

  /** The usual patience of nginx with a server that says nothing. */
  private static final Duration USUAL = Duration.ofSeconds(60);

  /** No beat shows a proxy that a quiet stream lives. */
  private static final String NEVER = "PT1H";

  private static final UnaryOperator<String> AS_SHOWN = UnaryOperator.identity();

  private static RunningServer behind(ReverseProxy proxy, String... options) {
    return RunningServer.launch()
        .setting("beat", NEVER)
        .with("--token", TOKEN, "--hosts", proxy.authority())
        .with(options)
        .start();
  }

  private static RawMcp member(ReverseProxy proxy, String name) {
    RawMcp client =
        RawMcp.at(proxy.base().resolve("/mcp"))
            .header("Authorization", "Bearer " + TOKEN)
            .header("Parley-Agent", name)
            .begin();
    client.tool("join_room", "room", "proxied", "nickname", name).accepted();
    return client;
  }

  @ParameterizedTest
  @EnumSource
  void stream_isNotBuffered_andACallThatWaitsIsNotCut(Kind kind) {
    try (ReverseProxy proxy = ReverseProxy.of(kind);
        RunningServer server = behind(proxy, "--trust-proxy", "127.0.0.1")) {
      proxy.leadTo(server.port(), AS_SHOWN);
      try (RawMcp ada = member(proxy, "ada");
          RawMcp ben = member(proxy, "ben")) {
        EventStreamReader stream = ada.listen();
        for (int i = 0; i < 5; i++) {
          ben.tool("send_message", "room", "proxied", "body", "message " + i).accepted();
          PushedEvent event = stream.within(Duration.ofSeconds(3));
          assertThat(event).as("message %d", i).isNotNull();
          assertThat(event.data()).contains("message " + i);
        }
        ada.tool("wait_for_messages", "block_ms", 10).accepted(); // what was pushed comes once more
        try (OpenCall call = ada.toolOpened("wait_for_messages", "block_ms", 6_000)) {
          assertThat(call.line()).as("before its answer").isEqualTo(": waiting");
          assertThat(call.answer().accepted().fields().has("messages")).isTrue();
        }
      }
    }
  }

  @Test
  void stream_thatIsSilentForLongerThanUsual_isNotCutByNginx() {
    try (ReverseProxy proxy = ReverseProxy.of(Kind.NGINX);
        RunningServer server = behind(proxy)) {
      proxy.leadTo(server.port(), AS_SHOWN);
      try (RawMcp ada = member(proxy, "ada");
          RawMcp ben = member(proxy, "ben")) {
        EventStreamReader stream = ada.listen();
        throughout("it is open", USUAL.plusSeconds(5), () -> !stream.isEnded());
        ben.tool("send_message", "room", "proxied", "body", "at last").accepted();
        assertThat(stream.next().data()).contains("at last");
      }
    }
  }

  /** Without the setting the same wait is cut: so the other tests can fail. */
  @Test
  void call_thatWaits_isCutWhereNginxIsNotPatient() {
    try (ReverseProxy proxy = ReverseProxy.of(Kind.NGINX);
        RunningServer server = behind(proxy)) {
      proxy.leadTo(
          server.port(), shown -> shown.replace("proxy_read_timeout 1h", "proxy_read_timeout 2s"));
      try (RawMcp ada = member(proxy, "ada")) {
        EventStreamReader stream = ada.listen();
        eventually("the silent stream is cut", Duration.ofSeconds(10), stream::isEnded);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @EnabledOnOs(value = OS.LINUX, disabledReason = "a client is at 127.0.0.2")
  void clientAddressAndScheme_areKnownFromATrustedProxy(Kind kind) {
    try (ReverseProxy proxy = ReverseProxy.of(kind);
        RunningServer server = behind(proxy, "--trust-proxy", "127.0.0.1")) {
      proxy.leadTo(server.port(), AS_SHOWN);
      showWrongToken(proxy, "127.0.0.2");
      eventually("the client is named", () -> wrongTokens(server).size() == 1);
      assertThat(wrongTokens(server).get(0)).contains("from 127.0.0.2");
      assertThat(cookie(proxy)).contains(";Secure");
    }
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "a client is at 127.0.0.2")
  void clientAddressAndScheme_ofAProxyThatIsNotTrusted_doNotCount() {
    try (ReverseProxy proxy = ReverseProxy.of(Kind.NGINX);
        RunningServer server = behind(proxy)) {
      proxy.leadTo(server.port(), AS_SHOWN);
      showWrongToken(proxy, "127.0.0.2");
      eventually("the proxy is named", () -> wrongTokens(server).size() == 1);
      assertThat(wrongTokens(server).get(0)).contains("from 127.0.0.1");
      assertThat(cookie(proxy)).isNotEmpty().doesNotContain("Secure");
    }
  }

  private static String cookie(ReverseProxy proxy) {
    return PageClient.stranger(proxy.base())
        .send("POST", "/api/login", Map.of("name", "ana", "token", TOKEN))
        .header("Set-Cookie");
  }

  private static List<String> wrongTokens(RunningServer server) {
    return server.printed().stream().filter(line -> line.contains("A wrong token was")).toList();
  }

  /** Shows a wrong token from another address, and a lie about where it comes from. */
  private static void showWrongToken(ReverseProxy proxy, String from) {
    URI base = proxy.base();
    try (SSLSocket socket =
        (SSLSocket)
            TestCertificates.trusting()
                .getSocketFactory()
                .createSocket(
                    InetAddress.getByName(base.getHost()),
                    base.getPort(),
                    InetAddress.getByName(from),
                    0)) {
      String request =
          "GET /mcp HTTP/1.1\r\nHost: "
              + proxy.authority()
              + "\r\nAuthorization: Bearer wrong-token\r\nX-Forwarded-For: 203.0.113.9\r\n"
              + "Connection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).startsWith("HTTP/1.1 401 ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
