package dev.parley.war.launch.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the bridge offers while the hub is away is the set it was asked for. */
class OfflineAnswersTest {
  private static final Pattern INPUT = Pattern.compile("\"inputSchema\":");

  @ParameterizedTest
  @CsvSource({"all,38", "rooms,5", "bus,4", "team,23"})
  void tools_ofASet_areAsManyAsItHas(String set, int count) {
    String tools = new OfflineAnswers().tools(set);
    assertThat(tools).doesNotContain("\n");
    assertThat(INPUT.matcher(tools).results()).hasSize(count);
  }
}
