package dev.parley.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.settings.Setting;
import dev.parley.server.settings.Setting.Reach;
import dev.parley.server.settings.SettingTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The tables of settings in the documentation are those of the code. Where that changed, {@code
 * -Dparley.settings.adoc=../site/modules/ROOT/partials/settings.adoc} lets this test write them
 * anew, for the next run to compare.
 */
class SettingsPageTest {
  private static final Path PAGE = Path.of("../site/modules/ROOT/partials/settings.adoc");

  /** Words that stand for themselves: options, variables, URLs and folders. */
  private static final Pattern LITERAL =
      Pattern.compile(
          "(?<![\\w-])--[a-z][a-z-]*|\\$?\\b(?:PARLEY|XDG)_[A-Z_]+(?:/[\\w./]+)?|\\$XDG[\\w./]+"
              + "|\\w+:(?:\\w+:)*//(?:[\\w./:]*\\w)?");

  @BeforeAll
  static void writeWhereAsked() throws IOException {
    String file = System.getProperty("parley.settings.adoc");
    if (file != null) {
      Files.writeString(Path.of(file), text(), UTF_8);
    }
  }

  @Test
  void page_hasTheTableOfTheCode() throws IOException {
    assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(text());
  }

  private static String text() {
    List<Setting> all = SettingTable.of(ServeModel.spec()).all();
    return "// Written by SettingsPageTest; see CONTRIBUTING.md.\n"
        + table("Of `serve` and of a deployment", all, Reach.EVERYWHERE)
        + table("Of `serve` alone", all, Reach.SERVE)
        + table("Without an option", all, Reach.DEPLOYMENT)
        + table("Init parameter alone", all, Reach.PARAMETER);
  }

  private static String table(String title, List<Setting> all, Reach reach) {
    return all.stream()
        .filter(setting -> setting.reach() == reach)
        .map(SettingsPageTest::row)
        .collect(
            Collectors.joining(
                "",
                "\n."
                    + title
                    + "\n[cols=\"3,5,3\",options=\"header\"]\n|===\n"
                    + "|Setting |Meaning |Default, bounds\n\n",
                "|===\n"));
  }

  private static String row(Setting setting) {
    String names =
        setting.flag().or(setting::property).map(SettingsPageTest::code).orElse("")
            + setting.variable().map(name -> " +\n" + code(name)).orElse("")
            + (setting.flag().isPresent()
                ? setting.property().map(name -> " +\n" + code(name)).orElse("")
                : "");
    String bounds = setting.bounds().isEmpty() ? "" : " +\nBounds: " + words(setting.bounds());
    return "|[[setting-"
        + setting.name()
        + "]]"
        + names
        + "\n|"
        + words(setting.meaning())
        + (setting.secret() ? " Secret." : "")
        + "\n|"
        + words(setting.fallback())
        + bounds
        + "\n\n";
  }

  private static String words(String text) {
    return LITERAL
        .matcher(text.replace("|", "\\|"))
        .replaceAll(found -> Matcher.quoteReplacement(code(found.group())));
  }

  private static String code(String text) {
    return "`+" + text + "+`";
  }
}
