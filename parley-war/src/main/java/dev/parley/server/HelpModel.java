package dev.parley.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The model of a command that is read out of the text of its help. */
final class HelpModel {
  private static final String NAME = "--[a-z][a-z-]*";

  /** A word in capitals, or several with a bar between them, as in {@code all|people|none}. */
  private static final String VALUE = "[A-Z][A-Z_]*|[a-z]+(?:\\|[a-z]+)+";

  /** An option, with {@code =} before a value that may be left out. */
  private static final Pattern OPTION =
      Pattern.compile(
          "(?<![\\w-])(?<name>" + NAME + ")(?:\\[=(?<may>" + VALUE + ")]| (?<has>" + VALUE + "))?");

  private static final String HELP = "--help";

  private HelpModel() {}

  /** Returns the model of the command {@code name}. */
  static CommandSpec of(String name, String help) {
    CommandSpec spec = CommandSpec.create().name(name);
    Map<String, String> options = options(help);
    options.remove(HELP);
    options.forEach((option, value) -> spec.addOption(option(option, value)));
    spec.addOption(
        OptionSpec.builder("-h", HELP).usageHelp(true).type(boolean.class).arity("0").build());
    List<String> words = words(name, help);
    if (!words.isEmpty()) {
      spec.addPositional(
          PositionalParamSpec.builder()
              .index("0")
              .type(String.class)
              .completionCandidates(words)
              .build());
    }
    return spec;
  }

  /** Returns the options with their values; an empty value is none. */
  private static Map<String, String> options(String help) {
    Map<String, String> options = new LinkedHashMap<>();
    Matcher found = OPTION.matcher(help);
    while (found.find()) {
      String value = found.group("has") == null ? found.group("may") : found.group("has");
      String shown = value == null ? "" : value;
      options.merge(found.group("name"), shown, (one, other) -> one.isEmpty() ? other : one);
    }
    return options;
  }

  private static OptionSpec option(String name, String value) {
    OptionSpec.Builder option = OptionSpec.builder(name);
    if (value.isEmpty()) {
      return option.type(boolean.class).arity("0").build();
    }
    option.paramLabel(value).arity("1");
    if (value.contains("|")) {
      option.type(String.class).completionCandidates(List.of(value.split("\\|", -1)));
    } else {
      option.type(value.equals("FILE") || value.equals("DIR") ? Path.class : String.class);
    }
    return option.build();
  }

  /** Returns the words that the usage has after the name of the command. */
  private static List<String> words(String name, String help) {
    Set<String> words = new LinkedHashSet<>();
    Matcher usage =
        Pattern.compile("parley\\.war " + Pattern.quote(name) + " ([a-z]+(?:\\|[a-z]+)*)(?=\\s)")
            .matcher(help.substring(0, help.indexOf("\n\n")));
    while (usage.find()) {
      words.addAll(List.of(usage.group(1).split("\\|", -1)));
    }
    return new ArrayList<>(words);
  }
}
