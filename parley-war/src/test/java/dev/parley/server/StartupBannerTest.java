package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The line for Claude Code works wherever it is pasted. */
class StartupBannerTest {

  @Test
  void line_namesTheFileByItsWholePath() {
    String relative = Path.of("target", "..", "some.war").toString();
    assertThat(text(relative, 7539, false))
        .contains(
            "claude mcp add parley -- java -jar "
                + Path.of("some.war").toAbsolutePath()
                + " mcp"
                + System.lineSeparator());
  }

  @Test
  void line_whereATokenIsNeeded_hasAPlaceForIt() {
    assertThat(text("/opt/parley.war", 7539, true))
        .contains(
            "add parley -e PARLEY_TOKEN_FILE=YOUR_TOKEN_FILE -- java -jar /opt/parley.war mcp");
    assertThat(text("/opt/parley.war", 7539, false)).doesNotContain("-e PARLEY_TOKEN");
  }

  @Test
  void line_whereTheAddressIsNotTheUsual_namesIt() {
    assertThat(text("/opt/parley.war", 7540, false))
        .contains("/opt/parley.war mcp --url http://127.0.0.1:7540/mcp");
  }

  @Test
  void line_whereThePathHasBlanks_quotesIt() {
    assertThat(text("/my files/it's/parley.war", 7539, false))
        .contains("java -jar '/my files/it'\\''s/parley.war' mcp");
  }

  private static String text(String war, int port, boolean token) {
    ListenAddress address = new ListenAddress("127.0.0.1", port, 1, "/", Optional.empty());
    return StartupBanner.text(Path.of(war), address, port, token);
  }
}
