package dev.parley.engine;

import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.persistence.h2.FileStorage;
import dev.parley.engine.persistence.h2.H2Url;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** Opens databases by their JDBC URLs, and knows the folder of the one without. */
final class DatabaseUrls {
  private DatabaseUrls() {}

  /** Opens a database; one in an H2 file with a watch over the space of its disk. */
  static Database open(String url, Durability durability) {
    String complete = H2Url.complete(url);
    if (H2Url.isFile(complete)) {
      FileStorage file = new FileStorage(complete, InstantSource.system(), durability);
      return Database.open(complete, file, Entities.ALL);
    }
    durability.refuseWithoutFile();
    return Database.open(complete, Entities.ALL);
  }

  /** Returns the folder of the database that has no URL. */
  static Path usualFolder() {
    return Optional.ofNullable(System.getenv("XDG_DATA_HOME"))
        .filter(home -> !home.isBlank())
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".local", "share"))
        .resolve("parley");
  }
}
