package dev.parley.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.parley.server.settings.Setting;
import dev.parley.server.settings.Setting.Reach;
import dev.parley.server.settings.SettingTable;
import dev.parley.war.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The names that the deployment reads from {@link Settings} are those of the table. The names are
 * in the source; the classes show that no call was overlooked.
 */
class SettingNamesTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Set<String> READERS =
      Set.of("value", "values", "patterns", "count", "duration", "isOn", "isGiven", "parameter");

  private static final Pattern READ =
      Pattern.compile(
          "(?:\\bsettings|\\bSettings\\.of\\(\\w+\\))\\s*\\.("
              + String.join("|", READERS)
              + ")\\(\\s*([\\w.]+|\"[^\"]*\")\\s*\\)");

  /** A call of a method of the same class that reads the setting of this name. */
  private static final Pattern READ_FOR =
      Pattern.compile("\\w+\\(\\s*settings,\\s*([A-Z_]+|\"[^\"]*\")\\s*,");

  private static final Pattern CONSTANT =
      Pattern.compile("static final String ([A-Z_]+) =\\s*\"([^\"]*)\";");

  private static final Pattern VARIABLE = Pattern.compile("[a-z]\\w*");

  /** The calls of one source file. */
  private record Reads(Set<String> names, int calls) {}

  @Test
  void names_thatTheDeploymentReads_areThoseOfTheTable() throws IOException {
    Set<String> read = new TreeSet<>();
    for (Path file : callsByFile().keySet()) {
      read.addAll(reads(file).names());
    }
    assertThat(read)
        .containsExactlyInAnyOrderElementsOf(
            SettingTable.of(ServeModel.spec()).all().stream()
                .filter(setting -> setting.reach() != Reach.SERVE)
                .map(Setting::name)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void calls_inTheSource_areAllThereAre() throws IOException {
    Map<Path, Integer> calls = callsByFile();
    assertThat(calls.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(60);
    for (Map.Entry<Path, Integer> file : calls.entrySet()) {
      assertThat(reads(file.getKey()).calls()).as("%s", file.getKey()).isEqualTo(file.getValue());
    }
  }

  private static Map<Path, Integer> callsByFile() {
    Map<Path, Integer> calls = new TreeMap<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.parley.war")) {
      for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
        if (call.getTargetOwner().isEquivalentTo(Settings.class)
            && !type.isEquivalentTo(Settings.class)
            && READERS.contains(call.getName())) {
          calls.merge(file(type), 1, Integer::sum);
        }
      }
    }
    return calls;
  }

  private static Path file(JavaClass type) {
    String name = type.getName().replaceFirst("\\$.*", "");
    return SOURCES.resolve(name.replace('.', '/') + ".java");
  }

  private static Reads reads(Path file) throws IOException {
    String source = Files.readString(file, UTF_8);
    Map<String, String> constants =
        CONSTANT
            .matcher(source)
            .results()
            .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    Set<String> names = new TreeSet<>();
    List<MatchResult> found = new ArrayList<>(READ.matcher(source).results().toList());
    for (MatchResult call : found) {
      if (VARIABLE.matcher(call.group(2)).matches()) {
        Matcher callers = READ_FOR.matcher(source);
        while (callers.find()) {
          names.add(name(callers.group(1), constants, file));
        }
      } else {
        names.add(name(call.group(2), constants, file));
      }
    }
    return new Reads(names, found.size());
  }

  private static String name(String written, Map<String, String> constants, Path file)
      throws IOException {
    if (written.startsWith("\"")) {
      return written.substring(1, written.length() - 1);
    }
    String value = constants.get(written);
    assertThat(value).as("the constant %s of %s", written, file).isNotNull();
    return String.valueOf(value);
  }
}
