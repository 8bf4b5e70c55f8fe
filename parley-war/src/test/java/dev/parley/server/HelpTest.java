package dev.parley.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.launch.Launcher;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The help of each command has one or two examples and the exit codes near its end. */
class HelpTest {
  private static final CommandLine TREE =
      CommandTree.of(new PrintStream(new ByteArrayOutputStream(), true, UTF_8));

  static Stream<String> commands() {
    return Launcher.commands().stream().filter(command -> !command.equals("help"));
  }

  private static String help(String command) {
    String text = CommandTree.HELP_TEXTS.get(command);
    return text != null ? text : TREE.getSubcommands().get(command).getUsageMessage();
  }

  @Test
  void model_hasEachCommandOfTheLauncher() {
    assertThat(TREE.getSubcommands().keySet())
        .containsExactlyInAnyOrderElementsOf(commands().toList());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_endsWithExamplesAndExitCodes(String command) {
    List<String> lines = help(command).lines().map(String::strip).toList();
    int examples = lines.indexOf("Examples:");
    int codes = lines.indexOf("Exit codes:");
    assertThat(examples).isPositive();
    assertThat(codes).isPositive();
    assertThat(Math.min(examples, codes)).isGreaterThan(lines.size() - 20);
    assertThat(lines.subList(examples + 1, Math.min(lines.size(), examples + 3)))
        .anyMatch(line -> line.contains("java -jar parley.war " + command));
    List<String> listed = lines.subList(codes + 1, lines.size());
    assertThat(listed).anyMatch(line -> line.matches("0\\s+\\S.*"));
    assertThat(listed).anyMatch(line -> line.matches("2\\s+\\S.*"));
  }

  @Test
  void examples_useOptionsThatThereAre() {
    for (Map.Entry<String, CommandLine> command : TREE.getSubcommands().entrySet()) {
      for (String line : help(command.getKey()).lines().toList()) {
        if (line.contains("java -jar parley.war " + command.getKey() + " ")) {
          Stream.of(line.replaceAll("[\\[\\](){}|=]", " ").strip().split("\\s+", -1))
              .filter(word -> word.startsWith("--"))
              .forEach(
                  option ->
                      assertThat(command.getValue().getCommandSpec().findOption(option))
                          .as(option + " of " + command.getKey())
                          .isNotNull());
        }
      }
    }
  }
}
