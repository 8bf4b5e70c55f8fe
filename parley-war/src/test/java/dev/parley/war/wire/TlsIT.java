package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient;
import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.TestCertificates;
import dev.parley.war.testing.TestCertificates.Pair;
import dev.parley.war.testing.WarCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS of the runnable file, and the programs of the same file that connect over it. */
class TlsIT {
  private static final String TOKEN = "token-of-tls-it";
  private static final String SECOND_TOKEN = "second-token-of-tls-it";
  private static final String EC_KEY = "-keyalg EC -groupname secp256r1";

  @TempDir private static Path folderOfServer;

  private static Pair pair;
  private static Path servedCertificate;
  private static Path servedKey;
  private static RunningServer server;

  @TempDir Path folder;

  /** Its certificate has the address of this machine, but not the name localhost. */
  @BeforeAll
  static void startServer() throws IOException {
    pair = TestCertificates.issue(EC_KEY, "san=dns:parley.example,ip:127.0.0.1", "-validity 30");
    servedCertificate = Files.copy(pair.file(), folderOfServer.resolve("c.pem"));
    servedKey = Files.copy(pair.key(), folderOfServer.resolve("k.pem"));
    Path tokens = ownersFile(folderOfServer.resolve("tokens"), TOKEN + "\n" + SECOND_TOKEN + "\n");
    server =
        RunningServer.launch()
            .with(new Pair(servedCertificate, servedKey).options())
            .with("--token-file", tokens.toString())
            .start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static RawMcp member(String name) {
    return RawMcp.at(server.mcp())
        .header("Authorization", "Bearer " + TOKEN)
        .header("Parley-Agent", name)
        .begin();
  }

  private static Certificate shown(String... protocols) throws IOException {
    try (SSLSocket socket = (SSLSocket) TestCertificates.socket(server.base())) {
      if (protocols.length > 0) {
        socket.setEnabledProtocols(protocols);
      }
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  @Test
  void server_isAtAnHttpsAddress_andPushesOverIt() {
    assertThat(server.base().getScheme()).isEqualTo("https");
    assertThat(String.join("\n", server.printed()))
        .contains("MCP is at      https://127.0.0.1:" + server.port() + "/mcp")
        .contains(" setup claude --url https://127.0.0.1:" + server.port());
    try (RawMcp ada = member("ada");
        RawMcp ben = member("ben")) {
      ada.listen();
      ada.tool("join_room", "room", "tls", "nickname", "ada").accepted();
      ben.tool("join_room", "room", "tls", "nickname", "ben").accepted();
      ben.tool("send_message", "room", "tls", "body", "over TLS").accepted();
      eventually("it was pushed", () -> ada.stream().next().data().contains("over TLS"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void protocol_ofTheLastYears_isSpoken(String protocol) throws IOException {
    assertThat(shown(protocol)).isEqualTo(pair.certificate());
  }

  @Test
  void cookie_overTls_isSecure_andTheOriginIsTheServersOwn() {
    assertThat(
            PageClient.stranger(server.base())
                .send("POST", "/api/login", Map.of("name", "ana", "token", TOKEN))
                .header("Set-Cookie"))
        .contains(";Secure");
    String own = server.base().toString();
    Reply mine =
        RawMcp.at(server.mcp())
            .header("Authorization", "Bearer " + TOKEN)
            .header("Origin", own)
            .initialize(RawMcp.VERSION);
    assertThat(mine.status()).isEqualTo(200);
    Reply foreign =
        RawMcp.at(server.mcp())
            .header("Authorization", "Bearer " + TOKEN)
            .header("Origin", "https://evil.example")
            .initialize(RawMcp.VERSION);
    assertThat(foreign.status()).isEqualTo(403);
  }

  @Test
  void plainHttp_isRefusedInWords_andEndsTheConnection() {
    URI plain = URI.create("http://127.0.0.1:" + server.port());
    Reply refused =
        RawMcp.at(plain.resolve("/mcp"))
            .header("Authorization", "Bearer " + TOKEN)
            .initialize(RawMcp.VERSION);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.error().at("/data/code").asString()).isEqualTo("tls_only");
    assertThat(refused.error().path("message").asString()).contains("https://");
    assertThat(refused.header("Mcp-Session-Id")).isEmpty();
    Reply problem = RawMcp.at(plain.resolve("/api/rooms")).get();
    assertThat(problem.status()).isEqualTo(400);
    assertThat(problem.header("Connection")).contains("close");
    assertThat(problem.json().path("code").asString()).isEqualTo("tls_only");
    assertThat(RawMcp.at(plain.resolve("/health")).get().status()).isEqualTo(400);
  }

  /** Ends with the certificate that the other tests look for. */
  @Test
  void changedPair_isTakenWithoutARestart_andABrokenOneIsNot() throws Exception {
    Pair next = TestCertificates.issue("-keyalg RSA -keysize 2048", "san=ip:127.0.0.1", "");
    try (RawMcp before = member("eve")) {
      before.listen();
      assertThat(shown()).isEqualTo(pair.certificate());

      Files.writeString(servedCertificate, Files.readString(next.file()));
      eventually("it says that the key is another", () -> errors().size() == 1);
      assertThat(errors().get(0)).contains("does not belong");
      assertThat(shown()).isEqualTo(pair.certificate());

      Files.writeString(servedKey, Files.readString(next.key()));
      eventually("the new one is shown", () -> shown().equals(next.certificate()));
      assertThat(before.stream().isEnded()).isFalse();
      before.tool("list_rooms").accepted();

      Files.writeString(servedKey, "no key at all");
      eventually("it says that there is none", () -> errors().size() == 2);
      Files.delete(servedCertificate);
      eventually("it says that it is gone", () -> errors().size() == 3);
      assertThat(errors().get(2)).contains("does not exist");
      assertThat(shown()).isEqualTo(next.certificate());
    } finally {
      Files.writeString(servedKey, Files.readString(pair.key()));
      Files.writeString(servedCertificate, Files.readString(pair.file()));
      eventually("the first is back", () -> shown().equals(pair.certificate()));
    }
    assertThat(errors()).hasSize(3);
  }

  private static List<String> errors() {
    return server.printed().stream()
        .filter(line -> line.contains("The changed TLS certificate is not taken"))
        .toList();
  }

  @Test
  void serve_withFilesOfNoUse_refusesToStart() throws IOException {
    Pair other = TestCertificates.issue();
    refused("does not belong", pair.file(), other.key());
    refused("does not exist", folder.resolve("absent"), pair.key());
    refused("has no private key", pair.file(), pair.file());
    String rsa = TestCertificates.pem("RSA PRIVATE KEY", new byte[40]);
    refused("openssl pkey -in", pair.file(), Files.writeString(folder.resolve("old.pem"), rsa));
    for (String alone : new String[] {"--tls-certificate", "--tls-key"}) {
      var ended = RunningServer.launch().with(alone, pair.file().toString()).refused();
      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.printed()).contains("--tls-certificate").contains("needs");
    }
  }

  private static void refused(String why, Path certificate, Path key) {
    var ended = RunningServer.launch().with(new Pair(certificate, key).options()).refused();
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.printed()).contains(why).doesNotContain("Parley is at");
  }

  @Test
  void certificate_expired_isServedWithAWarning() throws Exception {
    Pair expired =
        TestCertificates.issue(EC_KEY, "san=ip:127.0.0.1", "-startdate -10d -validity 5");
    try (RunningServer late = RunningServer.launch().with(expired.options()).startWithoutHealth()) {
      assertThat(String.join("\n", late.printed())).contains("the TLS certificate expired at ");
      assertThat(run(List.of("doctor", "--url", late.base().toString(), "--ca", ca())).out())
          .startsWith("Broken link: port. TLS with ")
          .contains("its certificate has expired");
    }
  }

  @Test
  void bridge_withTheAuthority_getsThrough() throws Exception {
    Map<String, String> environment = Map.of("PARLEY_TOKEN", TOKEN);
    try (BridgeClient bridge =
        BridgeClient.in(environment, server.base(), "--ca", ca(), "--agent", "cyd")) {
      assertThat(bridge.tool("join_room", "room", "bridged").path("room").asString())
          .isEqualTo("bridged");
    }
  }

  @Test
  void bridge_withoutTheAuthority_saysWhatIsMissing() {
    try (BridgeClient bridge = BridgeClient.in(Map.of("PARLEY_TOKEN", TOKEN), server.base())) {
      assertThat(bridge.answerOf("list_rooms"))
          .contains("nobody trusted here signed its certificate", "--ca or PARLEY_CA");
    }
  }

  /** The name in the certificate counts, whoever signed it. */
  @Test
  void bridge_toAnotherNameThanTheCertificates_saysSo() {
    URI unnamed = URI.create("https://localhost:" + server.port());
    try (BridgeClient bridge =
        BridgeClient.in(Map.of("PARLEY_CA", ca()), unnamed, "--agent", "dee")) {
      assertThat(bridge.answerOf("list_rooms")).contains("its certificate is for another name");
    }
  }

  @Test
  void commands_connectOverTls() throws Exception {
    String url = server.base().toString();
    String file = ownersFile(folder.resolve("a.token"), TOKEN + "\n").toString();
    Ended listed = run(List.of("token", "list", "--url", url, "--ca", ca(), "--token-file", file));
    assertThat(listed.exit()).as(listed.out()).isZero();
    assertThat(listed.out()).contains("LAST USED");
    Ended untrusting = run(List.of("token", "list", "--url", url, "--token-file", file));
    assertThat(untrusting.exit()).isEqualTo(1);
    assertThat(untrusting.out()).contains("name the PEM file of its authority with --ca");
    Ended plain =
        run(List.of("token", "list", "--url", url.replace("https", "http"), "--token-file", file));
    assertThat(plain.out()).contains("This port speaks TLS only");
    Ended examined =
        run(List.of("doctor", "--json", "--url", url, "--ca", ca(), "--token-file", file));
    assertThat(examined.out())
        .contains("{\"name\":\"stream\",\"state\":\"ok\"")
        .doesNotContain(TOKEN);
    assertThat(run(List.of("doctor", "--url", url.replace("https", "http"))).out())
        .startsWith("Broken link: server. The server at 127.0.0.1:")
        .contains("speaks TLS only", "Write https://");
  }

  @Test
  void tokenFile_ofTheServer_isReadFromItsOwnersFileAlone() throws IOException {
    AccessIT.assertTakesAlone(server, TOKEN, SECOND_TOKEN);
    Path file = ownersFile(folder.resolve("a.token"), TOKEN + "\n" + SECOND_TOKEN + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    var ended = RunningServer.launch().with("--token-file", file.toString()).refused();
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.printed()).contains("is open to other users").doesNotContain(TOKEN);
  }

  private static Path ownersFile(Path file, String text) throws IOException {
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static String ca() {
    return TestCertificates.authority().toString();
  }

  /** The end of a run of a command. */
  private record Ended(int exit, String out) {}

  private Ended run(List<String> words) throws IOException, InterruptedException {
    List<String> command = WarCommand.of(words.toArray(String[]::new));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.matches("(PARLEY|XDG|CLAUDE|CODEX)_.*"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("HOME", folder.toString());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), out);
  }
}
