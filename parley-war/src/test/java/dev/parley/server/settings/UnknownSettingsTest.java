package dev.parley.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class UnknownSettingsTest {
  private static final SettingTable TABLE =
      SettingTable.of(
          CommandSpec.create()
              .addOption(option("--port", "Port. Bounds: 0 to 9. Default: 7."))
              .addOption(option("--token-file", "File. Default: none."))
              .addOption(option("--config", "Properties file. Default: none.")));

  @TempDir Path folder;

  private static OptionSpec option(String name, String description) {
    return OptionSpec.builder(name).description(description).build();
  }

  private UnknownSettings inFile(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("parley.properties"), text);
    String[] args = {"--config", file.toString()};
    return new UnknownSettings(TABLE, SettingSources.of(args, Map.of()));
  }

  private static UnknownSettings inEnvironment(String variable, String value) {
    Map<String, String> environment = Map.of(variable, value, "XDG_CONFIG_HOME", "/nowhere");
    return new UnknownSettings(TABLE, SettingSources.of(new String[0], environment));
  }

  @ParameterizedTest
  @CsvSource({
    "prot,port",
    "Port,port",
    "parley.port,port",
    "PARLEY_TOKEN_FILE,token-file",
    "--port,port",
    "worksapce,workspace",
    "gracee,grace"
  })
  void keyOfTheFile_thatIsNearASetting_isRefusedWithItsName(String typed, String meant)
      throws IOException {
    assertThat(inFile(typed + "=1").mistakes())
        .containsExactly(
            folder.resolve("parley.properties")
                + ": unknown setting '"
                + typed
                + "'; did you mean '"
                + meant
                + "'?");
  }

  @Test
  void keyOfTheFile_thatIsNearNothing_isRefusedToo() throws IOException {
    assertThat(inFile("frobnicate=1\nconfig=2\nbound-to-loopback=true").mistakes())
        .hasSize(3)
        .noneMatch(mistake -> mistake.contains("did you mean"));
  }

  @Test
  void keysOfTheFile_thatServerOrBridgeRead_areKnown() throws IOException {
    UnknownSettings known =
        inFile("port=1\ntoken-file=x\ngrace=5s\nurl=u\nagent=a\ntools=all\nurgent=none\n");
    assertThat(known.mistakes()).isEmpty();
    assertThat(known.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PARLEY_PROT,PARLEY_PORT",
    "PARLEY_TOKENFILE,PARLEY_TOKEN_FILE",
    "PARLEY_SLACK_TOKENS,PARLEY_SLACK_TOKEN",
    "PARLEY_NDOE,PARLEY_NODE"
  })
  void variable_thatIsNearAKnownOne_isRefusedWithItsName(String typed, String meant) {
    assertThat(inEnvironment(typed, "1").mistakes())
        .containsExactly("environment: unknown setting " + typed + "; did you mean " + meant + "?");
    assertThat(inEnvironment(typed, "1").warnings()).isEmpty();
    assertThat(inEnvironment(typed, " ").mistakes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PARLEY_ROOT", "PARLEY_BOUND_TO_LOOPBACK", "PARLEY_CONFIG", "PARLEY_"})
  void variable_thatIsNearNothing_isWarnedOf(String variable) {
    UnknownSettings unknown = inEnvironment(variable, "1");
    assertThat(unknown.mistakes()).isEmpty();
    assertThat(unknown.warnings())
        .containsExactly("environment: " + variable + " is no setting; it is ignored");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PARLEY_PORT",
        "PARLEY_GRACE",
        "PARLEY_URL",
        "PARLEY_SLACK_TOKEN",
        "PARLEY_ZULIP_KEY_FILE",
        "PARLEY_REQUIRE_CHAT",
        "OTHER_PROT"
      })
  void variable_thatAPartOfParleyReads_isKnown(String variable) {
    assertThat(inEnvironment(variable, "1").mistakes()).isEmpty();
    assertThat(inEnvironment(variable, "1").warnings()).isEmpty();
  }
}
