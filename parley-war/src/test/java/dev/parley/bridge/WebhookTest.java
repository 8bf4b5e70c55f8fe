package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class WebhookTest {
  private static final String SECRET = "sixteen-bytes-ok";
  private static final Webhook.Times BRIEF = new Webhook.Times(2_000, 400, 1);

  @TempDir Path folder;

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  /** A request as the receiver has it. */
  private record Received(
      String path, String id, String timestamp, String signature, String type, String body) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::receive);
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    received.add(
        new Received(
            exchange.getRequestURI().toString(),
            header(exchange, "Parley-Delivery"),
            header(exchange, "Parley-Timestamp"),
            header(exchange, "Parley-Signature"),
            header(exchange, "Content-Type"),
            new String(body, UTF_8)));
    Integer status = answers.poll();
    if (status != null && status == 0) {
      await();
      return;
    }
    exchange.getResponseHeaders().add("Location", "http://127.0.0.1:" + port() + "/elsewhere");
    exchange.sendResponseHeaders(status == null ? 204 : status, -1);
    exchange.close();
  }

  private void await() {
    try {
      over.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void wake_isPostedOnce_signed() throws Exception {
    assertThat(webhook().wake("2 \"messages\" wait", "lab")).isTrue();
    Received only = only();
    JsonText json = JsonText.parse(only.body());
    assertThat(json.textAt("agent")).isEqualTo("gemini");
    assertThat(json.textAt("workspace")).isEqualTo("lab");
    assertThat(json.textAt("text")).isEqualTo("2 \"messages\" wait");
    assertThat(json.textAt("id")).isEqualTo(only.id()).hasSize(36);
    assertThat(json.textAt("at")).matches("20.*T.*Z");
    assertThat(only.path()).isEqualTo("/hook?for=me");
    assertThat(only.type()).isEqualTo("application/json");
    assertThat(only.signature())
        .isEqualTo("sha256=" + hmac(only.timestamp(), only.body().getBytes(UTF_8)));
    long age = System.currentTimeMillis() / 1_000 - Long.parseLong(only.timestamp());
    assertThat(age).isBetween(0L, 20L);
    assertThat(errors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 429})
  void answerThatMayChange_isAskedForAgain_underTheSameId(int status) throws Exception {
    answers.addAll(List.of(status, status));
    assertThat(webhook().wake("news", "lab")).isTrue();
    assertThat(received).hasSize(3);
    assertThat(received.stream().map(Received::id).distinct()).hasSize(1);
    assertThat(errors())
        .contains("answered " + status + " (attempt 1 of 5)", "(attempt 2 of 5)")
        .doesNotContain("(attempt 3");
  }

  @Test
  void attempts_areBounded() throws Exception {
    answers.addAll(List.of(500, 500, 500, 500, 500, 500));
    assertThat(webhook().wake("news", "lab")).isFalse();
    assertThat(received).hasSize(Webhook.MAX_ATTEMPTS);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 410})
  void refusal_isNotRepeated(int status) throws Exception {
    answers.add(status);
    assertThat(webhook().wake("news", "lab")).isFalse();
    assertThat(received).hasSize(1);
    assertThat(errors()).contains("answered " + status);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirect_isNotFollowed(int status) throws Exception {
    answers.add(status);
    assertThat(webhook().wake("news", "lab")).isFalse();
    assertThat(only().path()).isEqualTo("/hook?for=me");
    assertThat(errors()).contains("answered " + status + "; redirects are not followed");
  }

  @Test
  void receiverThatDoesNotAnswer_isGivenUp_andAskedAgain() throws Exception {
    answers.add(0);
    assertThat(webhook().wake("news", "lab")).isTrue();
    assertThat(received).hasSize(2);
    assertThat(errors()).containsAnyOf("did not answer in 400 ms", "did not answer in time");
  }

  @Test
  void receiverThatIsNotThere_isAskedAgain_andTheLogHasNoSecret() throws Exception {
    Webhook webhook = webhook();
    server.stop(0);
    assertThat(webhook.wake("news", "lab")).isFalse();
    assertThat(errors().lines()).hasSize(Webhook.MAX_ATTEMPTS);
    assertThat(errors()).contains("could not be called").doesNotContain(SECRET, "for=me");
  }

  @Test
  void text_isBounded() throws Exception {
    webhook().wake("x".repeat(Webhook.MAX_TEXT), "lab");
    webhook().wake("x".repeat(Webhook.MAX_TEXT + 1), "lab");
    assertThat(received)
        .allSatisfy(
            request ->
                assertThat(JsonText.parse(request.body()).textAt("text"))
                    .hasSize(Webhook.MAX_TEXT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org/x",
        "http://127.evil.example/x",
        "http://127.0.0.1.evil.example/x",
        "http://localhost.example/x",
        "ftp://127.0.0.1/x",
        "https:///x",
        "no address",
        "/x",
        "https://me:pass@example.org/x",
        "https://example.org/x#y"
      })
  void address_isHttpsOrOnThisMachine(String address) {
    assertThatThrownBy(() -> Webhook.url(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--webhook");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org",
        "HTTPS://example.org:8443/x?y=z",
        "http://127.0.0.1:9/x",
        "http://127.9.9.9/x",
        "http://LocalHost/x",
        "http://[::1]:9/x"
      })
  void otherAddresses_areTaken(String address) {
    assertThat(Webhook.url(address)).isEqualTo(URI.create(address));
  }

  @Test
  void address_isBounded() {
    String start = "https://example.org/";
    assertThat(Webhook.url(start + "x".repeat(Webhook.MAX_URL - start.length()))).isNotNull();
    assertThatThrownBy(() -> Webhook.url(start + "x".repeat(Webhook.MAX_URL - start.length() + 1)))
        .hasMessageContaining("2048");
  }

  @Test
  void secret_comesFromTheEnvironmentOrAFile() throws Exception {
    Path file = folder.resolve("secret");
    Files.writeString(file, SECRET + "\n");
    byte[] body = "b".getBytes(UTF_8);
    String expected = hmac("7", body);
    assertThat(secret().signature("7", body)).isEqualTo(expected);
    assertThat(
            WebhookSecret.of(file.toString(), Map.of(WebhookSecret.VARIABLE, "another-secret-16"))
                .signature("7", body))
        .isEqualTo(expected);
  }

  @Test
  void secret_isBounded_andItsRefusalDoesNotShowIt() {
    for (int size : new int[] {WebhookSecret.MIN_BYTES, WebhookSecret.MAX_BYTES}) {
      assertThat(secret("s".repeat(size))).isNotNull();
    }
    for (int size : new int[] {WebhookSecret.MIN_BYTES - 1, WebhookSecret.MAX_BYTES + 1}) {
      assertThatThrownBy(() -> secret("s".repeat(size)))
          .hasMessage("the secret of a webhook has 16 to 1024 bytes");
      assertThatThrownBy(
              () -> {
                Path file = Files.writeString(folder.resolve("other"), "s".repeat(size));
                WebhookSecret.of(file.toString(), Map.of());
              })
          .hasMessage("the secret of a webhook has 16 to 1024 bytes");
    }
    assertThatThrownBy(() -> WebhookSecret.of(null, Map.of()))
        .hasMessageContaining("PARLEY_WEBHOOK_SECRET");
    assertThatThrownBy(() -> WebhookSecret.of(folder.resolve("none").toString(), Map.of()))
        .hasMessageContaining("cannot be read");
  }

  private static WebhookSecret secret(String value) {
    return WebhookSecret.of(null, Map.of(WebhookSecret.VARIABLE, value));
  }

  private static WebhookSecret secret() {
    return secret(SECRET);
  }

  private Webhook webhook() {
    return new Webhook(
        Webhook.url("http://127.0.0.1:" + port() + "/hook?for=me"),
        secret(),
        "gemini",
        new BridgeLog("watch", true, new PrintStream(errors, true, UTF_8)),
        BRIEF);
  }

  private int port() {
    return server.getAddress().getPort();
  }

  private Received only() {
    assertThat(received).hasSize(1);
    return received.element();
  }

  private String errors() {
    return errors.toString(UTF_8);
  }

  private static String header(HttpExchange exchange, String name) {
    return String.valueOf(exchange.getRequestHeaders().getFirst(name));
  }

  private static String hmac(String timestamp, byte[] body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(UTF_8));
    return HexFormat.of().formatHex(mac.doFinal(body));
  }
}
