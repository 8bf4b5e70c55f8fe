package dev.parley.server;

import dev.parley.engine.logging.Masking;
import dev.parley.server.settings.Setting;
import dev.parley.server.settings.Setting.Reach;
import dev.parley.server.settings.SettingSources;
import dev.parley.server.settings.SettingSources.Kind;
import dev.parley.server.settings.SettingSources.Origin;
import dev.parley.server.settings.SettingTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The settings of one command line, with the place that each value comes from. */
final class SettingsReport {
  private static final String MASK = "***";
  private static final int MAX_WIDTH = 50;

  /** The settings that name a folder, which every deployment gets. */
  private static final Set<String> FOLDERS = Set.of("data", "home");

  /** The deployment does not look for it where it has a list of tokens, even an empty one. */
  private static final String UNREAD = "parley.token-file";

  private static final Origin NOWHERE = new Origin(Kind.DEFAULT, "", "");

  private final SettingTable table;
  private final SettingSources sources;
  private final ParseResult parsed;
  private final Map<String, String> parameters;

  /**
   * The report on a command line.
   *
   * @param parameters the parameters that a deployment would get; without them system properties of
   *     options are left out
   */
  SettingsReport(
      SettingTable table,
      SettingSources sources,
      ParseResult parsed,
      Map<String, String> parameters) {
    this.table = table;
    this.sources = sources;
    this.parsed = parsed;
    this.parameters = parameters;
  }

  /** Returns one line for each setting, below a line on the properties file. */
  String text(boolean all) {
    List<String[]> rows = new ArrayList<>();
    for (Setting setting : settings(all)) {
      Origin origin = origin(setting);
      String value = origin.kind() == Kind.DEFAULT ? fallback(setting) : shown(setting, origin);
      String from = (origin.kind().words() + " " + origin.place()).strip();
      rows.add(new String[] {setting.name(), value, from});
    }
    StringBuilder text = new StringBuilder();
    text.append("Properties file: ")
        .append(sources.file().map(Path::toString).orElse("none"))
        .append(System.lineSeparator());
    folder("data")
        .ifPresent(
            path -> text.append("Data folder: ").append(path).append(System.lineSeparator()));
    if (rows.isEmpty()) {
      text.append("Every setting has its default; --all shows them.")
          .append(System.lineSeparator());
    }
    int names = width(rows, 0);
    int values = width(rows, 1);
    for (String[] row : rows) {
      String format = "%-" + names + "s  %-" + values + "s  %s%n";
      text.append(String.format(Locale.ROOT, format, (Object[]) row));
    }
    return text.toString();
  }

  /** Returns the same as one JSON object. */
  String json(boolean all) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (Setting setting : settings(all)) {
      Origin origin = origin(setting);
      boolean isSet = origin.kind() != Kind.DEFAULT;
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("name", setting.name());
      row.put("value", isSet ? shown(setting, origin) : null);
      row.put("source", origin.kind().words());
      row.put("place", isSet ? origin.place() : null);
      row.put("default", setting.fallback());
      row.put("secret", setting.secret());
      rows.add(row);
    }
    Map<String, @Nullable Object> whole = new LinkedHashMap<>();
    whole.put("file", sources.file().map(Path::toString).orElse(null));
    whole.put("settings", rows);
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(whole)
        + System.lineSeparator();
  }

  private List<Setting> settings(boolean all) {
    return table.all().stream()
        .filter(Setting::isInSources)
        .filter(setting -> all || origin(setting).kind() != Kind.DEFAULT)
        .toList();
  }

  private Origin origin(Setting setting) {
    if (setting.reach() == Reach.DEPLOYMENT) {
      return sources
          .ofDeployment(setting)
          .filter(found -> !found.value().isBlank())
          .orElse(NOWHERE);
    }
    OptionSpec option = parsed.commandSpec().findOption("--" + setting.name());
    if (parsed.hasMatchedOption(option)) {
      Object value = option.getValue();
      return new Origin(Kind.OPTION, "--" + setting.name(), String.valueOf(value));
    }
    Optional<Origin> found = sources.ofOption(setting.name());
    boolean isOpen =
        !parameters.isEmpty()
            && setting
                .property()
                .filter(name -> !name.equals(UNREAD) && !parameters.containsKey(name))
                .isPresent();
    return found.or(() -> isOpen ? sources.inProperty(setting) : Optional.empty()).orElse(NOWHERE);
  }

  /** Returns the default: of a folder the one it is here, of others its description. */
  private String fallback(Setting setting) {
    return folder(setting.name()).orElseGet(setting::fallback);
  }

  private Optional<String> folder(String name) {
    return FOLDERS.contains(name)
        ? Optional.ofNullable(parameters.get("parley." + name))
        : Optional.empty();
  }

  /** Values are masked too where they are not secret: a URL may have a password in it. */
  private static String shown(Setting setting, Origin origin) {
    return setting.secret() ? MASK : Masking.masked(origin.value());
  }

  private static int width(List<String[]> rows, int column) {
    return Math.min(MAX_WIDTH, rows.stream().mapToInt(row -> row[column].length()).max().orElse(1));
  }
}
