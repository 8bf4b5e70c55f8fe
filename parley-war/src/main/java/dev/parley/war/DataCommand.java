package dev.parley.war;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.DatabaseUnusable;
import dev.parley.engine.persistence.SchemaState;
import dev.parley.engine.persistence.offline.BackupArchive;
import dev.parley.engine.persistence.offline.BackupManifest;
import dev.parley.engine.persistence.offline.OfflineDatabase;
import dev.parley.engine.persistence.offline.RestoredFolder;
import dev.parley.engine.persistence.offline.TransferRefused;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The commands over a database that no server of this process has: backup, restore, export, import
 * and db. The command line finds it by its name, as it finds the web application.
 *
 * <p>It takes the words of the command by their names, and returns {@code text}, a sentence, and
 * {@code json}, the same facts for a script; or {@code inUse} for the backup of a database that a
 * server has open. It throws an {@link IllegalStateException} whose message is for the person.
 */
public final class DataCommand implements Function<Map<String, String>, Map<String, String>> {
  private final InstantSource clock = InstantSource.system();

  /** Made by its name. */
  public DataCommand() {}

  @Override
  public Map<String, String> apply(Map<String, String> words) {
    try {
      return switch (word(words, "command")) {
        case "check" ->
            backup(Path.of(word(words, "name")), file(words), BackupArchive.manifest(file(words)));
        case "backup" -> backup(words, file(words));
        case "restore" -> restore(words, file(words));
        case "export" -> export(words, file(words));
        case "import" -> importFile(words, file(words));
        case "info" -> info(words);
        case "migrate" -> migrate(words);
        default -> throw new IllegalStateException("there is no such command");
      };
    } catch (TransferRefused | DatabaseUnusable | ParleyException refused) {
      throw new IllegalStateException(Masking.message(refused), Masking.trace(refused));
    } catch (FileAlreadyExistsException there) {
      throw new IllegalStateException(
          there.getMessage() + " is there already; name another file", there);
    } catch (IOException | UncheckedIOException failed) {
      throw new IllegalStateException(
          "reading or writing failed: "
              + failed.getClass().getSimpleName()
              + ": "
              + Masking.message(failed),
          Masking.trace(failed));
    }
  }

  private static String word(Map<String, String> words, String name) {
    return Objects.requireNonNull(words.get(name), name);
  }

  private static Path file(Map<String, String> words) {
    return Path.of(word(words, "file"));
  }

  private static Path folder(Map<String, String> words) {
    return Path.of(word(words, "data"));
  }

  private static Optional<String> url(Map<String, String> words) {
    Optional<String> url = Optional.ofNullable(words.get("db"));
    url.filter(ContainerDataSource::isName)
        .ifPresent(
            name -> {
              throw new IllegalStateException(name + ContainerDataSource.noServer());
            });
    return url;
  }

  private static OfflineDatabase open(Map<String, String> words) {
    Optional<String> url = url(words);
    return url.isPresent()
        ? OfflineDatabase.at(url.get())
        : OfflineDatabase.inFolder(folder(words));
  }

  private static Map<String, String> result(String text, Map<String, Object> facts) {
    return Map.of("text", text, "json", Json.text(facts));
  }

  private Map<String, String> backup(Map<String, String> words, Path file) throws IOException {
    try (OfflineDatabase database = open(words)) {
      database.backup(file, clock);
    } catch (DatabaseUnusable unusable) {
      if (unusable.isInUse()) {
        return Map.of("inUse", Masking.message(unusable));
      }
      throw unusable;
    }
    return backup(file, file, BackupArchive.manifest(file));
  }

  /** Returns the facts about a backup that is, or will be, in {@code file}. */
  private static Map<String, String> backup(Path file, Path now, BackupManifest manifest)
      throws IOException {
    long bytes = Files.size(now);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("file", file.toString());
    facts.put("bytes", bytes);
    facts.put("schema", manifest.schema());
    facts.put("madeAt", manifest.madeAt().toString());
    return result(
        "The backup is in " + file + ", " + bytes + " bytes, schema " + manifest.schema() + ".",
        facts);
  }

  private static Map<String, String> restore(Map<String, String> words, Path file)
      throws IOException {
    Path folder = folder(words);
    BackupManifest manifest = RestoredFolder.of(file, folder);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("file", file.toString());
    facts.put("data", folder.toString());
    facts.put("schema", manifest.schema());
    facts.put("madeAt", manifest.madeAt().toString());
    return result(
        "The backup of "
            + manifest.madeAt()
            + " is in "
            + folder
            + ". Start it with: java -jar parley.war serve --data "
            + folder,
        facts);
  }

  private Map<String, String> export(Map<String, String> words, Path file) throws IOException {
    WorkspaceFile target = new WorkspaceFile(file);
    TransferProgress progress = new TransferProgress("exported", System.err);
    try (OfflineDatabase database = open(words)) {
      Map<String, Long> counts =
          target.write(word(words, "workspace"), clock.instant(), progress, database::exportRows);
      return transferred("exported to", words, file, counts);
    }
  }

  private static Map<String, String> importFile(Map<String, String> words, Path file)
      throws IOException {
    TransferProgress progress = new TransferProgress("imported", System.err);
    Optional<String> url = url(words);
    try (WorkspaceFile.Reading rows = new WorkspaceFile(file).read(progress);
        OfflineDatabase database =
            url.isPresent()
                ? OfflineDatabase.at(url.get())
                : OfflineDatabase.inFolderOrNew(folder(words))) {
      if (database.schema().condition() == SchemaState.Condition.EMPTY) {
        SchemaState unused = database.migrate();
      }
      String workspace = rows.workspace();
      Map<String, String> known = new LinkedHashMap<>(words);
      known.put("workspace", workspace);
      return transferred(
          "imported from", known, file, database.importRows(workspace, rows.source()));
    }
  }

  private static Map<String, String> transferred(
      String verb, Map<String, String> words, Path file, Map<String, Long> counts) {
    long rows = counts.values().stream().mapToLong(Long::longValue).sum();
    String workspace = word(words, "workspace");
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("workspace", workspace);
    facts.put("file", file.toString());
    facts.put("rows", rows);
    facts.put("tables", counts);
    return result(
        "The workspace " + workspace + " was " + verb + " " + file + ": " + rows + " rows.", facts);
  }

  private static Map<String, String> info(Map<String, String> words) {
    try (OfflineDatabase database = open(words)) {
      return schema(database, database.schema(), "The schema is");
    }
  }

  private static Map<String, String> migrate(Map<String, String> words) {
    try (OfflineDatabase database = open(words)) {
      SchemaState before = database.migrate();
      boolean isChanged = before.condition() != SchemaState.Condition.CURRENT;
      return schema(
          database,
          before,
          isChanged ? "The schema was migrated; it was" : "Nothing was to be done; the schema is");
    }
  }

  private static Map<String, String> schema(
      OfflineDatabase database, SchemaState state, String begin) {
    String version = state.version().orElse("0");
    String condition = state.condition().name().toLowerCase(Locale.ROOT);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("product", database.product());
    facts.put("schema", version);
    facts.put("newest", SchemaState.NEWEST);
    facts.put("condition", condition);
    return result(
        begin
            + " version "
            + version
            + " ("
            + condition
            + "); this Parley has "
            + SchemaState.NEWEST
            + ". Database: "
            + database.product()
            + ".",
        facts);
  }
}
