package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.parley.launch.Launcher;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.xml.sax.InputSource;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Snippets of pages are accepted: each command of the runnable file by the parser of its command,
 * and each block of JSON, YAML and XML by a parser of that language.
 */
class PageSnippetsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** A command line; one that ends with a backslash goes on in the next line. */
  private static final Pattern COMMAND =
      Pattern.compile("java -jar \\S*parley\\.war((?:\\\\\\n|[^\\n`])*)");

  /** A word of a shell, with quotes inside or around it, or a character that ends a command. */
  private static final Pattern WORD =
      Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"|>;)&])+|[|>;)&]");

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?m)^\\[source,(json|yaml|xml)[^\\n]*]\\n(?:\\.[^\\n]*\\n)?----\\n(.*?)^----$",
          Pattern.DOTALL);

  /** The ends of a command. */
  private static final Set<String> ENDS = Set.of("|", ">", ";", ")", "&");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("site/modules/ROOT/pages"))) {
      return Stream.concat(
              files.filter(file -> file.toString().endsWith(".adoc")).sorted(),
              Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md").map(ROOT::resolve))
          .toList();
    }
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word =
        WORD.matcher(line.replace("\\\n", " ").replaceAll("[\\[\\]]|\\$\\([^)]*\\)", ""));
    while (word.find() && !ENDS.contains(word.group())) {
      words.add(word.group().replaceAll("['\"]", ""));
    }
    return words;
  }

  @TestFactory
  Stream<DynamicTest> commands_areAccepted() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      Matcher command = COMMAND.matcher(Files.readString(page));
      while (command.find()) {
        List<String> words = words(command.group(1));
        tests.add(
            DynamicTest.dynamicTest(
                ROOT.relativize(page) + ": " + String.join(" ", words), () -> accept(words)));
      }
    }
    assertThat(tests).hasSizeGreaterThan(60);
    return tests.stream();
  }

  private static void accept(List<String> words) {
    List<String> command = new ArrayList<>(words);
    if (words.isEmpty() || words.get(0).startsWith("--")) {
      command.add(0, "serve");
    }
    assertThat(Launcher.commands()).contains(command.get(0));
    try {
      CommandTree.of(System.out).parseArgs(command.toArray(String[]::new));
    } catch (MissingParameterException namedInASentence) {
      // without the words that the command needs
    } catch (UnmatchedArgumentException mistake) {
      // A model that was read out of a help knows no words after the first one.
      assertThat(mistake.getUnmatched()).as(mistake.getMessage()).noneMatch(w -> w.startsWith("-"));
    } catch (ParameterException mistake) {
      fail(mistake.getMessage(), mistake);
    }
  }

  @TestFactory
  Stream<DynamicTest> blocks_areWellFormed() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      Matcher block = BLOCK.matcher(Files.readString(page));
      while (block.find()) {
        String language = block.group(1);
        String text = block.group(2);
        tests.add(
            DynamicTest.dynamicTest(
                ROOT.relativize(page) + ": " + text.lines().findFirst().orElse(""),
                () -> parse(language, text)));
      }
    }
    assertThat(tests).hasSizeGreaterThan(10);
    return tests.stream();
  }

  private static void parse(String language, String text) throws Exception {
    if (text.startsWith("include::")) {
      return; // the file itself is compiled or read elsewhere
    }
    switch (language) {
      case "json" ->
          assertThat(new JsonMapper().readerFor(JsonNode.class).readValues(text).readAll())
              .isNotEmpty();
      case "yaml" ->
          new Load(LoadSettings.builder().build())
              .loadAllFromString(text)
              .forEach(document -> assertThat(document).isInstanceOf(Map.class));
      case "xml" ->
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader("<snippet>" + text + "</snippet>")));
      default -> fail(language);
    }
  }
}
