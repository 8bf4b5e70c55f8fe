package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The line for Claude Code works wherever it is pasted. */
class StartupBannerTest {
  private static final String EOL = System.lineSeparator();

  @Test
  void line_namesTheFileByItsWholePath() {
    String relative = Path.of("target", "..", "some.war").toString();
    assertThat(text(relative, 7539, false))
        .contains(
            "Claude Code    java -jar "
                + Path.of("some.war").toAbsolutePath()
                + " setup claude"
                + EOL);
  }

  @Test
  void line_whereATokenIsNeeded_hasAPlaceForIt() {
    assertThat(text("/opt/parley.war", 7539, true))
        .contains("java -jar /opt/parley.war setup claude --token-file YOUR_TOKEN_FILE");
    assertThat(text("/opt/parley.war", 7539, false)).doesNotContain("--token-file");
  }

  @Test
  void line_whereTheAddressIsNotTheUsual_namesIt() {
    assertThat(text("/opt/parley.war", 7540, false))
        .contains("/opt/parley.war setup claude --url http://127.0.0.1:7540" + EOL);
  }

  @Test
  void line_whereThePathHasBlanks_quotesIt() {
    assertThat(text("/my files/it's/parley.war", 7539, false))
        .contains("java -jar '/my files/it'\\''s/parley.war' setup claude" + EOL);
  }

  @Test
  void address_whereTheServerListensEverywhere_isThatOfTheFirstHost() {
    ListenAddress every = new ListenAddress("0.0.0.0", 0, 1, "/team", Optional.empty());
    assertThat(every.shownUrl(8443, "")).isEqualTo("http://localhost:8443/team");
    assertThat(every.shownUrl(8443, "parley.example:8443, other:1"))
        .isEqualTo("http://parley.example:8443/team");
    ListenAddress one = new ListenAddress("10.0.0.7", 0, 1, "/", Optional.empty());
    assertThat(one.shownUrl(8443, "parley.example:8443")).isEqualTo("http://10.0.0.7:8443");
  }

  private static String text(String war, int port, boolean token) {
    return StartupBanner.text(Path.of(war), "http://127.0.0.1:" + port, token);
  }
}
