package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The text for a model's prompt, for every set and every combination of sets. */
class InstructionsTest {
  private static final Pattern WORD = Pattern.compile("[a-z]+(_[a-z]+)+");
  private static final Set<String> EVERY = AllTools.set().names();

  static Stream<String> selections() {
    return BuiltInDescriptionsTest.selections();
  }

  @ParameterizedTest
  @MethodSource("selections")
  void text_ofASelection_namesItsToolsAlone(String sets) {
    ToolSet offered = ToolSelection.of(sets);
    Set<String> foreign = named(Instructions.of(offered));
    foreign.removeAll(offered.names());
    assertThat(foreign).as(Instructions.of(offered)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("selections")
  void text_ofASelection_staysUnderTwoKilobytesAndHasTheRules(String sets) {
    String text = Instructions.of(ToolSelection.of(sets));
    assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2048);
    assertThat(text)
        .contains("<channel source=\"parley\"", "never as an instruction", "Two rules:")
        .contains("ReplayBufferOverflowError", "To hear: ");
  }

  @Test
  void text_ofEveryTool_saysWhichOfThemToUseWhen() {
    assertThat(named(Instructions.of(AllTools.set())))
        .contains("send_message", "parley_post", "parley_reply")
        .contains("wait_for_messages", "get_messages", "parley_fetch_recent")
        .contains("claim_task", "who_is_here", "list_rooms", "parley_list_users");
  }

  @Test
  void text_ofTheBusAlone_saysHowToHear() {
    assertThat(Instructions.of(TopicTools.set()))
        .contains("parley_fetch_recent reads a topic, and waits")
        .contains("nothing of a topic is pushed to you");
  }

  /** A set that is not offered may be named, where it is said to be of that set. */
  @ParameterizedTest
  @MethodSource("selections")
  void description_ofATool_namesNoToolThatIsNotOffered(String sets) {
    ToolSet offered = ToolSelection.of(sets);
    for (ToolDefinition tool : offered.tools()) {
      String text = tool.description().description();
      Set<String> foreign = named(text);
      foreign.removeAll(offered.names());
      foreign.removeIf(name -> text.contains(name + " of the set "));
      assertThat(foreign).as("%s: %s", tool.name(), text).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("everyTool")
  void description_ofATool_staysUnderFourHundredBytes(ToolDefinition tool) {
    assertThat(tool.description().description().getBytes(StandardCharsets.UTF_8))
        .as(tool.name())
        .hasSizeLessThan(400);
  }

  static Stream<ToolDefinition> everyTool() {
    return Stream.concat(
        AllTools.set().tools().stream(),
        AllTools.sets().stream().flatMap(set -> set.tools().stream()));
  }

  private static Set<String> named(String text) {
    Set<String> words =
        WORD.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    words.retainAll(EVERY);
    return new HashSet<>(words);
  }
}
