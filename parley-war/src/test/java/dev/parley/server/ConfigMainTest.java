package dev.parley.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigMainTest {
  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();

  private record Run(int code, String out, String err) {
    List<String> row(String name) {
      return out.lines()
          .filter(line -> line.startsWith(name + " "))
          .findFirst()
          .map(line -> List.of(line.split("\\s{2,}", -1)))
          .orElse(List.of());
    }
  }

  @AfterEach
  void clear() {
    System.clearProperty("parley.lease");
    System.clearProperty("parley.grace");
    System.clearProperty("parley.token");
  }

  private Run run(String... args) {
    environment.putIfAbsent("XDG_CONFIG_HOME", folder.toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        ConfigMain.run(
            args,
            environment,
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    return new Run(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(
        Files.createDirectories(folder.resolve("parley")).resolve("parley.properties"), text);
  }

  @Test
  void settings_haveTheirNearestSource() throws IOException {
    Path file = file("port=1111\nlease=5m\nreplay=128\ngrace=7s\n");
    environment.put("PARLEY_LEASE", "6m");
    environment.put("PARLEY_PORT", "2222");
    Run run = run("--port", "0");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith("Properties file: " + file);
    assertThat(run.row("port")).containsExactly("port", "0", "option --port");
    assertThat(run.row("lease")).containsExactly("lease", "6m", "environment PARLEY_LEASE");
    assertThat(run.row("replay")).containsExactly("replay", "128", "file " + file);
    assertThat(run.row("grace")).containsExactly("grace", "7s", "file " + file);
    assertThat(run.row("bind")).isEmpty();
    assertThat(run.out().lines()).hasSize(6);
    assertThat(run("--data", "/srv/p").out()).contains("Data folder: /srv/p");
  }

  @Test
  void all_hasTheDefaultsToo() {
    Run run = run("--all");
    assertThat(run.row("port")).containsExactly("port", "7539", "default");
    assertThat(run.row("presence-heartbeat").get(2)).isEqualTo("default");
    assertThat(run.out()).startsWith("Properties file: none");
    assertThat(run("--all").row("data").get(1)).doesNotContain("$").endsWith("parley");
    assertThat(run("--port", "7539").row("port").get(2)).isEqualTo("option --port");
  }

  @Test
  void noSettings_areSaidToBeNone() {
    assertThat(run().out()).contains("Every setting has its default");
    assertThat(run().code()).isZero();
  }

  @Test
  void systemProperties_countWhereADeploymentReadsThem() {
    System.setProperty("parley.lease", "9m");
    System.setProperty("parley.grace", "9s");
    System.setProperty("parley.token", "not-read-by-serve");
    environment.put("PARLEY_GRACE", "5s");
    Run run = run();
    assertThat(run.row("lease")).containsExactly("lease", "9m", "system property parley.lease");
    assertThat(run.row("grace")).containsExactly("grace", "9s", "system property parley.grace");
    assertThat(run.row("token")).isEmpty();
    assertThat(run("--lease", "1m").row("lease").get(1)).isEqualTo("1m");
  }

  @Test
  void secrets_areMasked() throws IOException {
    file("oidc-client-secret=secret-of-the-file\n");
    environment.put("PARLEY_LOGIN_SECRET", "secret-of-logins");
    environment.put("PARLEY_TOKEN", "secret-token-1,secret-token-2");
    Run run =
        run(
            "--db=jdbc:postgresql://h/p?user=u&password=pw-4711",
            "--bus=redis://u:pw-4712@h",
            "--oidc-issuer=https://i",
            "--oidc-audience=a",
            "--oidc-client-id=c");
    assertThat(run.out() + run.err())
        .doesNotContain("secret-of", "secret-token", "pw-471")
        .contains("***");
    assertThat(run.row("token")).containsExactly("token", "***", "environment PARLEY_TOKEN");
    assertThat(run.row("db").get(1)).startsWith("jdbc:postgresql://h/p?");
    assertThat(run("--token", "secret-token-3").out()).doesNotContain("secret-token-3");
  }

  @Test
  void tokenFile_ofTheCommandLine_hidesTheTokenOfTheEnvironment() throws IOException {
    environment.put("PARLEY_TOKEN", "secret-token-1");
    Path missing = folder.resolve("missing");
    Run run = run("--token-file", missing.toString());
    assertThat(run.row("token")).isEmpty();
    assertThat(run.row("token-file").get(1)).isEqualTo(missing.toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(missing.toString());
  }

  @Test
  void json_isForScripts() throws IOException {
    Path file = file("lease=5m\ntoken=secret-token-1\n");
    JsonNode json = JsonMapper.shared().readTree(run("--json", "--port", "0").out());
    assertThat(json.get("file").asString()).isEqualTo(file.toString());
    assertThat(json.get("settings")).hasSize(3);
    JsonNode port = json.get("settings").get(0);
    assertThat(port.get("name").asString()).isEqualTo("port");
    assertThat(port.get("value").asString()).isEqualTo("0");
    assertThat(port.get("source").asString()).isEqualTo("option");
    assertThat(port.get("place").asString()).isEqualTo("--port");
    assertThat(port.get("default").asString()).isEqualTo("7539");
    assertThat(json.get("settings").get(1).get("value").asString()).isEqualTo("***");
    assertThat(json.get("settings").get(1).get("secret").asBoolean()).isTrue();
    JsonNode all = JsonMapper.shared().readTree(run("--json", "--all").out());
    assertThat(all.get("settings").size()).isGreaterThan(80);
    assertThat(all.get("settings").get(0).get("value").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "--port=65536, '--port must be 0 to 65535, not 65536'",
    "--port=-1, '--port must be 0 to 65535, not -1'",
    "--port=x, 'Invalid value for option ''--port'': ''x'' is not an int'",
    "--prot=1, 'Unknown option: ''--prot=1''; did you mean ''--port''?'",
    "--bind=0.0.0.0, '--bind 0.0.0.0 lets other machines in'",
    "--config=/not/there, '--config /not/there cannot be read'",
    "--lease=soon, 'lease'",
    "--replay=63, 'replay'",
    "--rate-limit=10, 'rate-limit'",
    "--trust-proxy=somewhere, 'trust-proxy'",
    "--oauth-access=1h, '--oauth-access needs --oauth'",
    "--oidc-audience=a, '--oidc-audience needs --oidc-issuer'",
    "--bus=carrot://x, 'bus'",
    "--topics=Plan, '--topics'"
  })
  void mistake_isNamedAsServeNamesIt(String argument, String sentence) {
    Run run = run(argument);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("parley: ").contains(sentence).contains("(see config --help)");
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void mistakes_ofSeveralParts_areAllNamed() throws IOException {
    file("prot=1\nlease=soon\noauth-access=1h\n");
    environment.put("PARLEY_PROT", "1");
    environment.put("PARLEY_FROBNICATE", "1");
    Run run = run();
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines())
        .hasSize(5)
        .anyMatch(line -> line.contains("parley.properties: unknown setting 'prot'"))
        .anyMatch(line -> line.contains("unknown setting PARLEY_PROT"))
        .anyMatch(line -> line.contains("warning: environment: PARLEY_FROBNICATE"))
        .anyMatch(line -> line.contains("'lease'"))
        .anyMatch(line -> line.contains("--oauth-access needs --oauth"));
  }

  @Test
  void bounds_areCheckedAtTheBound() {
    for (String fine : List.of("--port=65535", "--replay=64", "--replay=65536", "--lease=1s")) {
      assertThat(run(fine).code()).as(fine).isZero();
    }
    for (String wrong :
        List.of("--port=65536", "--replay=63", "--replay=65537", "--lease=PT0.9S")) {
      assertThat(run(wrong).code()).as(wrong).isEqualTo(2);
    }
  }

  @Test
  void file_thatIsNoPropertiesFile_isNamed() throws IOException {
    file("lease=\\u12\n");
    assertThat(run().code()).isEqualTo(2);
    assertThat(run().err()).contains("is no properties file");
  }

  @Test
  void help_isThere() {
    Run run = run("--help");
    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith("Usage: config ").contains("--all", "--json", "--port=PORT");
  }
}
