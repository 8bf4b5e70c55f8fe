package dev.parley.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.ServeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every variable of Parley that a part of the project names is one that a server knows. */
class ForeignVariablesTest {
  private static final Pattern VARIABLE = Pattern.compile("\\bPARLEY_[A-Z][A-Z0-9_]*");

  /** Beginnings of names in sentences, and a placeholder in the plugin's files. */
  private static final Set<String> NO_VARIABLES = Set.of("PARLEY_ID");

  private static final List<String> FOLDERS =
      List.of(
          "src/main",
          "src/plugin",
          "../parley-chat/src/main",
          "../parley-engine/src/main",
          "../site/modules",
          "../README.md",
          "../.ci");

  @Test
  void variables_thatTheProjectNames_areKnown() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String folder : FOLDERS) {
      Path root = Path.of(folder);
      if (Files.exists(root)) {
        named.addAll(named(root));
      }
    }
    named.removeAll(NO_VARIABLES);
    Set<String> ofSettings =
        SettingTable.of(ServeModel.spec()).all().stream()
            .map(Setting::variable)
            .flatMap(Optional::stream)
            .collect(Collectors.toSet());
    assertThat(named).contains("PARLEY_URL", "PARLEY_SLACK_TOKEN", "PARLEY_PORT");
    assertThat(named)
        .allMatch(name -> ofSettings.contains(name) || ForeignVariables.contains(name));
  }

  private static Set<String> named(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      Set<String> named = new TreeSet<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = new String(Files.readAllBytes(file), UTF_8);
        VARIABLE.matcher(text).results().forEach(found -> named.add(found.group()));
      }
      return named;
    }
  }
}
