package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.settings.Setting;
import dev.parley.server.settings.Setting.Reach;
import dev.parley.server.settings.SettingSources;
import dev.parley.server.settings.SettingTable;
import dev.parley.war.testing.TestCertificates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class SettingTableTest {
  private static final List<Setting> ALL = SettingTable.of(ServeModel.spec()).all();
  private static final Pattern LIKE_A_SECRET = Pattern.compile(".*(secret|token|password).*");

  @Test
  void table_hasEachOptionOfServeOnce() {
    List<String> options =
        ServeModel.spec().options().stream()
            .filter(option -> !option.usageHelp() && !option.versionHelp())
            .map(OptionSpec::longestName)
            .toList();
    assertThat(options).hasSizeGreaterThan(70).contains("--port", "--oauth", "--max-calls");
    assertThat(ALL.stream().flatMap(setting -> setting.flag().stream()))
        .containsExactlyElementsOf(options);
    assertThat(ALL).extracting(Setting::name).doesNotHaveDuplicates();
  }

  @Test
  void settings_areExplained() {
    assertThat(ALL)
        .allSatisfy(
            setting -> {
              assertThat(setting.meaning()).isNotBlank().endsWith(".").doesNotContain("Default:");
              assertThat(setting.fallback()).isNotBlank();
              assertThat(setting.bounds()).doesNotEndWith(".");
            });
  }

  @Test
  void setting_ofAnOption_hasItsPartsFromTheDescription() {
    Setting port = named("port");
    assertThat(port.meaning()).isEqualTo("Port to listen on; 0 takes a free one.");
    assertThat(port.bounds()).isEqualTo("0 to 65535");
    assertThat(port.fallback()).isEqualTo("7539");
    assertThat(port.variable()).contains("PARLEY_PORT");
    assertThat(port.property()).isEmpty();
    Setting certificate = named("max-mcp-sessions-each");
    assertThat(certificate.variable()).contains("PARLEY_MAX_MCP_SESSIONS_EACH");
    assertThat(certificate.property()).contains("parley.max-mcp-sessions-each");
    assertThat(named("bind").fallback()).isEqualTo("127.0.0.1");
    assertThat(named("config").variable()).isEmpty();
    assertThat(named("bound-to-loopback").variable()).isEmpty();
  }

  @Test
  void secrets_areMarked() {
    assertThat(ALL.stream().filter(Setting::secret).map(Setting::name))
        .containsExactlyInAnyOrder("token", "login-secret", "oidc-client-secret");
    assertThat(ALL.stream().filter(setting -> !setting.secret()).map(Setting::name))
        .filteredOn(name -> LIKE_A_SECRET.matcher(name).matches())
        .allMatch(name -> name.endsWith("-file") || name.endsWith("-length"));
  }

  /** A number is taken by every option, or a text is. */
  @Test
  void options_thatADeploymentReads_reachIt() {
    Map<String, String> values =
        Map.of(
            "bind",
            "127.0.0.1",
            "context",
            "/",
            "hooks",
            "on",
            "durability",
            "fsync",
            "ca",
            ca(),
            "oauth",
            "on",
            "metrics",
            "on");
    List<String> args = new ArrayList<>();
    Set<String> expected = new TreeSet<>();
    for (Setting setting : ALL) {
      if (setting.reach() == Reach.EVERYWHERE && !setting.name().equals("token-file")) {
        args.add("--" + setting.name() + "=" + values.getOrDefault(setting.name(), "12345678"));
        expected.add("parley." + setting.name());
      }
    }
    CommandLine line = Serve.line(SettingSources.none());
    line.parseArgs(args.toArray(String[]::new));
    Serve serve = line.getCommand();
    Map<String, String> parameters = serve.plan().parameters();
    assertThat(parameters.keySet()).containsAll(expected);
    expected.add("parley.bound-to-loopback");
    assertThat(parameters.keySet()).isSubsetOf(expected);
    assertThat(parameters)
        .containsEntry("parley.stuck-after", "PT12345678S")
        .containsEntry("parley.max-calls", "12345678")
        .containsEntry("parley.token", "12345678");
  }

  private static String ca() {
    return TestCertificates.authority().toString();
  }

  private static Setting named(String name) {
    return ALL.stream().filter(setting -> setting.name().equals(name)).findFirst().orElseThrow();
  }
}
