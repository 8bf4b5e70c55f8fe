package dev.parley.war.servers;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The database behind a data source of an application server.
 *
 * @param url its JDBC URL, without a user
 * @param dataSourceClass the class of the driver that Payara is given
 * @param wildFlyDriver the name of the driver in WildFly
 * @param jar the driver, where the server has none
 */
record SourceDatabase(
    String url, String dataSourceClass, String wildFlyDriver, Optional<Path> jar, String user) {

  /** The name by which PostgreSQL lists the connections of the data source. */
  static final String POOL = "pool-of-the-server";

  private static final String POSTGRES_JAR = "postgresql.jar";
  private static final String ROWS = "rows";

  /** An H2 file in the folder of the server, by the driver that both servers have. */
  static SourceDatabase h2(Path folder) {
    return new SourceDatabase(
        "jdbc:h2:file:" + folder.resolve(ROWS) + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
        "org.h2.jdbcx.JdbcDataSource",
        "h2",
        Optional.empty(),
        "sa");
  }

  /** The file that {@link #h2} keeps its rows in. */
  static Path h2File(Path folder) {
    return folder.resolve(ROWS + ".mv.db");
  }

  /**
   * A PostgreSQL, by a driver that the server is given.
   *
   * @param url its URL, whose parameters are left out
   */
  static SourceDatabase postgres(String url) {
    String address = url.replaceFirst("\\?.*", "");
    return new SourceDatabase(
        address + "?ApplicationName=" + POOL,
        "org.postgresql.ds.PGSimpleDataSource",
        POSTGRES_JAR,
        Optional.of(postgresDriver()),
        "postgres");
  }

  private static Path postgresDriver() {
    try {
      Class<?> driver = Class.forName("org.postgresql.Driver");
      return Path.of(driver.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** The password, which is the same as the user. */
  String password() {
    return user;
  }
}
