package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BridgeOptionsTest {
  @TempDir Path home;

  private BridgeOptions options(Map<String, String> environment, String... args) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("XDG_CONFIG_HOME", home.toString());
    return BridgeOptions.of(args, all);
  }

  @Test
  void options_nothingGiven_meanTheServerOnThisMachine() {
    BridgeOptions options = options(Map.of());
    assertThat(options.server()).hasToString("http://127.0.0.1:7539/mcp");
    assertThat(options.token()).isNull();
    assertThat(options.server().tools().name()).isEqualTo("all");
    assertThat(options.callMillis()).isEqualTo(600_000);
  }

  @Test
  void options_givenEverywhere_flagThenEnvironmentThenFile() throws IOException {
    Files.createDirectories(home.resolve("parley"));
    Files.writeString(
        home.resolve("parley/parley.properties"),
        "url=http://file:1\ntoken=file\nagent=file\nworkspace=file\nurgent=none\n");
    BridgeOptions options =
        options(
            Map.of("PARLEY_URL", "http://env:2", "PARLEY_TOKEN", "env", "PARLEY_AGENT", " "),
            "--url",
            "http://flag:3");
    assertThat(options.server().host()).isEqualTo("flag");
    assertThat(options.token()).isEqualTo("env");
    assertThat(options.agent()).isEqualTo("file");
    assertThat(options.workspace()).isEqualTo("file");
    assertThat(options.urgent()).isEqualTo("none");
    assertThat(options(Map.of("PARLEY_URGENT", "all")).urgent()).isEqualTo("all");
    assertThat(options(Map.of("PARLEY_URGENT", "all"), "--urgent", "people").urgent())
        .isEqualTo("people");
  }

  @Test
  void options_configNamed_isReadInstead() throws IOException {
    Path file = Files.writeString(home.resolve("mine.properties"), "tools=rooms\n");
    assertThat(options(Map.of(), "--config", file.toString()).server().path())
        .isEqualTo("/mcp/rooms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of(), "--config", home + "/not-there"))
        .withMessageContaining("not-there");
  }

  @Test
  void session_fromEitherVariable_isTaken() {
    assertThat(options(Map.of("RELAY_SESSION_ID", "r")).session()).isEqualTo("r");
    assertThat(options(Map.of("RELAY_SESSION_ID", "r", "PARLEY_SESSION_ID", "p")).session())
        .isEqualTo("p");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--tokens=x",
        "--token",
        "url",
        "--tools=some",
        "--tools=rooms,some",
        "--tools=,",
        "--agent=a b",
        "--agent=ü"
      })
  void options_mistaken_areRefused(String arg) {
    assertThatIllegalArgumentException().isThrownBy(() -> options(Map.of(), arg));
  }

  @Test
  void value_withLineBreak_getsIntoNoHeader() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of("PARLEY_TOKEN", "a\r\nHost: b")))
        .withMessageNotContaining("Host");
  }

  @Test
  void start_isAWishOfTheFlagOrTheEnvironmentOrTheFile() throws IOException {
    assertThat(options(Map.of()).start()).isNull();
    assertThat(options(Map.of(), "--start-server").start()).isNotNull();
    assertThat(options(Map.of(), "--start-server", "--agent", "al").agent()).isEqualTo("al");
    assertThat(options(Map.of("PARLEY_START_SERVER", "true")).start()).isNotNull();
    assertThat(options(Map.of("PARLEY_START_SERVER", "yes"), "--start-server=no").start()).isNull();
    Path file = Files.writeString(home.resolve("mine"), "start-server=auto\nend-when-idle=7\n");
    assertThat(options(Map.of(), "--config", file.toString()).start())
        .isEqualTo(new StartOptions(file.toString(), "7"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of(), "--start-server=maybe"))
        .withMessage("--start-server is yes, auto or no, not maybe");
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:7539, true",
    "http://localhost:1, true",
    "http://[::1]:1/parley, true",
    "https://127.0.0.1:7539, false",
    "http://parley.example, false",
    "http://10.0.0.1:7539, false",
    "http://[2001:db8::1]:7539, false"
  })
  void start_ofAServerElsewhere_isRefused_andAutoDoesWithoutIt(String url, boolean possible) {
    assertThat(options(Map.of(), "--url", url, "--start-server=auto").start() != null)
        .isEqualTo(possible);
    if (possible) {
      assertThat(options(Map.of(), "--url", url, "--start-server").start()).isNotNull();
    } else {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> options(Map.of(), "--url", url, "--start-server"))
          .withMessageContaining("on this machine only")
          .withMessageContaining(url);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:1, ''",
    "http://h:1/parley, /parley",
    "http://h:1/a/b/mcp/rooms, /a/b",
    "'http://h:1/x?tools=inbox,bus', /x"
  })
  void context_isThePathThatParleyLiesUnder(String url, String context) {
    assertThat(ServerUrl.of(url, null).context()).isEqualTo(context);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.evil.example:1, true",
    "http://parley.example,true",
    "https://parley.example,false",
    "http://127.0.0.1:7539,false",
    "http://localhost,false"
  })
  void token_overPlainHttpToAnotherMachine_isSentInTheClear(String url, boolean inTheClear) {
    assertThat(options(Map.of("PARLEY_TOKEN", "secret"), "--url", url).sendsTokenInTheClear())
        .isEqualTo(inTheClear);
    assertThat(options(Map.of(), "--url", url).sendsTokenInTheClear()).isFalse();
  }

  @Test
  void text_neverHoldsTheToken() {
    assertThat(options(Map.of("PARLEY_TOKEN", "secret")).toString()).doesNotContain("secret");
  }

  @Test
  void token_onTheCommandLine_isRefusedWithoutRepeatingIt() {
    for (String[] words : new String[][] {{"--token", "secret"}, {"--token=secret"}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> options(Map.of(), words))
          .withMessageContaining("PARLEY_TOKEN")
          .withMessageContaining("--token-file")
          .withMessageNotContaining("secret");
    }
  }

  @Test
  void tokenFile_ofTheNearestSource_isRead() throws IOException {
    String flag = tokenFile("flag.token", " of-flag\n");
    String variable = tokenFile("variable.token", "of-variable");
    Files.createDirectories(home.resolve("parley"));
    Files.writeString(home.resolve("parley/parley.properties"), "token=of-properties\n");
    Map<String, String> environment = Map.of("PARLEY_TOKEN_FILE", variable);
    assertThat(options(environment, "--token-file", flag).token()).isEqualTo("of-flag");
    assertThat(options(environment).token()).isEqualTo("of-variable");
    assertThat(options(Map.of()).token()).isEqualTo("of-properties");
    Files.writeString(home.resolve("parley/parley.properties"), "token-file=" + flag);
    assertThat(options(Map.of()).token()).isEqualTo("of-flag");
    assertThat(options(Map.of("PARLEY_TOKEN", "t")).token()).isEqualTo("t");
  }

  @Test
  void tokenAndTokenFile_ofOneSource_areRefused() throws IOException {
    String file = tokenFile("a.token", "t");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of("PARLEY_TOKEN", "t", "PARLEY_TOKEN_FILE", file)))
        .withMessage("PARLEY_TOKEN and PARLEY_TOKEN_FILE are both set; only one may be");
  }

  @Test
  void tokenFile_withTwoWords_getsIntoNoHeader() throws IOException {
    String file = tokenFile("a.token", "secret\r\nHost: b");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of(), "--token-file", file))
        .withMessageNotContaining("secret");
  }

  private String tokenFile(String name, String text) throws IOException {
    Path file = Files.writeString(home.resolve(name), text);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return file.toString();
  }

  @Test
  void ca_thatIsNone_isRefusedForAnHttpsAddress() throws IOException {
    String absent = home.resolve("absent.pem").toString();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of("PARLEY_CA", absent), "--url", "https://h"))
        .withMessage("--ca " + absent + " does not exist");
    String empty = Files.writeString(home.resolve("empty.pem"), "nothing").toString();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of(), "--url", "https://h", "--ca", empty))
        .withMessageContaining("has no certificate");
    assertThat(options(Map.of(), "--url", "https://h").trusted()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"http://127.0.0.1:1, false", "https://127.0.0.1:1, true", "https://h:1, false"})
  void start_ofAServerWithACertificate_isForAnHttpsAddressOfLoopback(String url, boolean possible) {
    Map<String, String> environment =
        Map.of("PARLEY_TLS_CERTIFICATE", "/c.pem", "PARLEY_TLS_KEY", "/k.pem");
    assertThat(options(environment, "--url", url, "--start-server=auto").start() != null)
        .isEqualTo(possible);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:1, , http://h:1/mcp",
    "http://h:1/, , http://h:1/mcp",
    "h:1, , http://h:1/mcp",
    "http://h:1/parley, , http://h:1/parley/mcp",
    "http://h:1/parley/mcp/, , http://h:1/parley/mcp",
    "http://h:1/mcp/rooms, , http://h:1/mcp/rooms",
    "http://h:1/mcp/rooms, bus, http://h:1/mcp/bus",
    "http://h:1/mcp/rooms, all, http://h:1/mcp",
    "http://h:1/mcp/legacy, , http://h:1/mcp/legacy",
    "http://h:1, team, http://h:1/mcp/team",
    "http://h:1, inbox, http://h:1/mcp/inbox",
    "http://h:1, 'inbox,rooms', 'http://h:1/mcp?tools=rooms,inbox'",
    "http://h:1, 'rooms, inbox,rooms', 'http://h:1/mcp?tools=rooms,inbox'",
    "http://h:1, 'rooms,all', http://h:1/mcp",
    "http://h:1/mcp/team, 'rooms,inbox', 'http://h:1/mcp?tools=rooms,inbox'",
    "'http://h:1/mcp?tools=inbox,bus', , 'http://h:1/mcp?tools=bus,inbox'",
    "'http://h:1/mcp?tools=inbox%2Cbus', , 'http://h:1/mcp?tools=bus,inbox'",
    "'http://h:1/x?tools=inbox,bus', team, http://h:1/x/mcp/team",
    "https://h, , https://h/mcp",
    "https://h:443/x, , https://h/x/mcp",
    "http://[::1]:7539, , http://[::1]:7539/mcp"
  })
  void url_baseOrWhole_meansTheEndpoint(String url, String tools, String endpoint) {
    assertThat(ServerUrl.of(url, tools)).hasToString(endpoint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://h",
        "http://",
        "http://u:p@h",
        "http://h?x=1",
        "http://h#x",
        "http://a b",
        "http://h?tools=nope",
        "http://h?tools="
      })
  void url_notAnHttpAddress_isRefused(String url) {
    assertThatIllegalArgumentException().isThrownBy(() -> ServerUrl.of(url, null));
  }

  @Test
  void tools_ofAnUnknownSet_areRefusedNamingTheKnown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of("PARLEY_TOOLS", "rooms,nope")))
        .withMessageContaining("rooms, bus, team, inbox")
        .withMessageEndingWith("not nope");
  }
}
