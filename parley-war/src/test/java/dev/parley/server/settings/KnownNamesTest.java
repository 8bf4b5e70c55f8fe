package dev.parley.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.ServeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The names that a deployment knows, where the table of settings is not, are those of the table.
 * {@code -Dparley.settings.names=src/main/resources/dev/parley/war/settings/names.txt} lets this
 * test write them anew, for the next run to compare.
 */
class KnownNamesTest {
  private static final Path FILE = Path.of("src/main/resources/dev/parley/war/settings/names.txt");

  @BeforeAll
  static void writeWhereAsked() throws IOException {
    String file = System.getProperty("parley.settings.names");
    if (file != null) {
      Files.writeString(Path.of(file), text(), UTF_8);
    }
  }

  @Test
  void names_areThoseOfTheTableAndOfTheBridge() throws IOException {
    assertThat(Files.readString(FILE, UTF_8)).isEqualTo(text());
  }

  private static String text() {
    SortedSet<String> names = new TreeSet<>(ForeignVariables.KEYS);
    SettingTable.of(ServeModel.spec()).all().forEach(setting -> names.add(setting.name()));
    return String.join("\n", names) + "\n";
  }
}
