package dev.parley.war;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.DatabaseUnusable;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.settings.Settings;
import java.util.List;
import java.util.Optional;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The data source of an application server that the setting {@code db} names. Its pool is the
 * server's, and so is its end.
 */
final class ContainerDataSource {
  /** The beginnings of names that other threads do not have. */
  private static final List<String> OF_THE_DEPLOYMENT =
      List.of("java:comp/", "java:module/", "java:app/");

  private static final String REMEDY =
      "; create it in the application server, or correct the setting db";

  private final String name;
  private final @Nullable DataSource known;
  private final @Nullable DatabaseUnusable refused;

  private ContainerDataSource(
      String name, @Nullable DataSource known, @Nullable DatabaseUnusable refused) {
    this.name = name;
    this.known = known;
    this.refused = refused;
  }

  /**
   * Returns true if {@code db} is the JNDI name of a data source, such as {@code
   * java:jboss/datasources/ParleyDS} or {@code jdbc/parley}. Every JDBC URL begins with {@code
   * jdbc:}.
   */
  static boolean isName(String db) {
    return db.startsWith("java:") || db.startsWith("jdbc/");
  }

  /**
   * Returns the data source that the settings name; empty where they name none. The names of the
   * deployment itself exist on the threads of the server alone, so a thread that deploys calls
   * this.
   */
  static Optional<ContainerDataSource> of(Settings settings) {
    return settings.value("db").filter(ContainerDataSource::isName).map(ContainerDataSource::named);
  }

  private static ContainerDataSource named(String name) {
    try {
      return new ContainerDataSource(name, lookup(name), null);
    } catch (DatabaseUnusable notYet) {
      return new ContainerDataSource(name, null, isOfTheDeployment(name) ? notYet : null);
    }
  }

  private static boolean isOfTheDeployment(String name) {
    return OF_THE_DEPLOYMENT.stream().anyMatch(name::startsWith);
  }

  /**
   * Refuses such a name for a process that is no application server.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}
   */
  static void refuse(Settings settings) {
    settings
        .value("db")
        .filter(ContainerDataSource::isName)
        .ifPresent(
            name -> {
              throw InvalidArgument.refusal("db", name + noServer());
            });
  }

  /** Returns the end of a sentence that begins with the name. */
  static String noServer() {
    return " names a data source of an application server, which java -jar is not; give a JDBC URL"
        + " such as jdbc:postgresql://host/parley";
  }

  /**
   * Returns the data source. One that was not bound at the deployment is looked for again, unless
   * its name is one of the deployment itself.
   *
   * @throws DatabaseUnusable where the name is not bound, or to something else
   */
  DataSource source() {
    if (refused != null) {
      throw refused;
    }
    return known == null ? lookup(name) : known;
  }

  /** The deployer sets the name, and its beginning keeps it from naming another server. */
  @SuppressWarnings("BanJNDI")
  private static DataSource lookup(String name) {
    Object bound;
    try {
      bound = new InitialContext().lookup(name);
    } catch (NoInitialContextException outside) {
      throw DatabaseUnusable.because(name, "it" + noServer());
    } catch (NamingException failed) {
      throw DatabaseUnusable.because(
          name,
          isAbsent(failed)
              ? "no data source has this name" + REMEDY
              : "the lookup of this name failed: " + Masking.message(failed) + REMEDY);
    }
    if (bound == null) {
      throw DatabaseUnusable.because(name, "no data source has this name" + REMEDY);
    }
    if (bound instanceof DataSource source) {
      return new ServerDataSource(source);
    }
    throw DatabaseUnusable.because(
        name,
        "it is bound to " + bound.getClass().getName() + ", which is no data source" + REMEDY);
  }

  /** Payara wraps the exception that says it. */
  private static boolean isAbsent(NamingException failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof NameNotFoundException) {
        return true;
      }
    }
    return false;
  }
}
