package dev.parley.engine.persistence.offline;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.engine.persistence.SchemaState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The facts about a backup that are in its zip.
 *
 * @param schema the version of the schema of its database
 * @param madeAt the time it was begun
 */
public record BackupManifest(String schema, Instant madeAt) {
  /** The name of its entry. */
  static final String NAME = "parley-backup.properties";

  /** The size of the largest one that is read, in bytes. */
  static final int MAX_BYTES = 4096;

  /** The version of the schema of a database without one. */
  static final String NO_SCHEMA = "0";

  private static final int FORMAT = 1;
  private static final Pattern VERSION = Pattern.compile("[0-9]{1,4}(\\.[0-9]{1,4}){0,2}");

  /** Returns the text of the entry. */
  byte[] bytes() {
    return ("format=" + FORMAT + "\nschema=" + schema + "\nmadeAt=" + madeAt + "\n")
        .getBytes(UTF_8);
  }

  /**
   * Reads an entry.
   *
   * @throws TransferRefused for one of a later Parley, or one that no Parley wrote
   */
  static BackupManifest of(byte[] entry) {
    Properties facts = new Properties();
    try {
      facts.load(new ByteArrayInputStream(entry));
    } catch (IOException | IllegalArgumentException unreadable) {
      throw damaged();
    }
    String format = facts.getProperty("format", "");
    String schema = facts.getProperty("schema", "");
    if (!VERSION.matcher(format).matches() || !VERSION.matcher(schema).matches()) {
      throw damaged();
    }
    if (!format.equals(String.valueOf(FORMAT)) || SchemaState.isLater(schema)) {
      throw new TransferRefused(
          "a later Parley made it (format "
              + format
              + ", schema "
              + schema
              + "), and this one knows no later than format "
              + FORMAT
              + " and schema "
              + SchemaState.NEWEST
              + "; restore it with the later one");
    }
    try {
      return new BackupManifest(schema, Instant.parse(facts.getProperty("madeAt", "")));
    } catch (DateTimeException unreadable) {
      throw damaged();
    }
  }

  private static TransferRefused damaged() {
    return new TransferRefused("its entry " + NAME + " is damaged");
  }
}
