package dev.parley.server.data;

import dev.parley.server.settings.UserFolders;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name stored data, as those of {@code serve} do, and the form of the result. */
final class DataOptions {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data folder of the server. Default: PARLEY_DATA, else $XDG_DATA_HOME/parley.")
  private @Nullable Path data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "JDBC URL of another database, for example jdbc:postgresql://host/parley. Default:"
              + " PARLEY_DB, else the H2 file in the data folder.")
  private @Nullable String db;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Properties file of the server, which may name both. Default:"
              + " $XDG_CONFIG_HOME/parley/parley.properties.")
  @SuppressWarnings("UnusedVariable") // SettingSources finds it among the words of the command
  private @Nullable Path config;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  Path data() {
    Path named = data;
    return named == null ? UserFolders.data() : named;
  }

  boolean namesOtherDatabase() {
    return db != null && !db.isBlank();
  }

  boolean isJson() {
    return json;
  }

  /** Returns the words that name the database. */
  Map<String, String> words(String command) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("command", command);
    words.put("data", data().toString());
    String other = db;
    if (other != null && !other.isBlank()) {
      words.put("db", other.strip());
    }
    return words;
  }
}
