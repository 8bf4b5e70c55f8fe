package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.persistence.DatabaseUnusable;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.BoundNames;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerDataSourceTest {
  private static final String NAME = "java:jboss/datasources/ParleyDS";

  /** A data source of the server. */
  interface Marked extends DataSource {}

  private static Marked source() {
    return (Marked)
        Proxy.newProxyInstance(
            Marked.class.getClassLoader(),
            new Class<?>[] {Marked.class},
            (proxy, method, arguments) -> proxy); // unwrap is the only call
  }

  private static ContainerDataSource named(String db) {
    return ContainerDataSource.of(Settings.of(Map.of("parley.db", db))).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {NAME, "java:comp/env/jdbc/parley", "java:global/parley", "jdbc/parley"})
  void name_thatIsBound_isTheDataSource(String name) throws SQLException {
    Marked source = source();
    try (BoundNames names = BoundNames.none()) {
      names.bind(name, source);
      assertThat(named(name).source().unwrap(Marked.class)).isSameAs(source);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jdbc:h2:mem:x", "jdbc:postgresql://host/java:comp", "JDBC:MARIADB://h/p"})
  void jdbcUrl_isNoName(String url) {
    assertThat(ContainerDataSource.of(Settings.of(Map.of("parley.db", url)))).isEmpty();
  }

  @Test
  void name_thatIsNotBound_isRefusedUntilItIs() throws SQLException {
    try (BoundNames names = BoundNames.none()) {
      ContainerDataSource container = named(NAME);
      assertThatThrownBy(container::source)
          .isInstanceOf(DatabaseUnusable.class)
          .hasMessage(
              "The database at "
                  + NAME
                  + " cannot be opened: no data source has this name; create it in the application"
                  + " server, or correct the setting db");
      Marked source = source();
      names.bind(NAME, source);
      assertThat(container.source().unwrap(Marked.class)).isSameAs(source);
    }
  }

  /** Payara wraps each exception of a look-up in one that has its environment. */
  @Test
  void name_thatIsNotBoundOnPayara_isRefusedAsElsewhere() {
    try (BoundNames names = BoundNames.none()) {
      NamingException wrapped = new NamingException("Lookup failed for 'x' in SerialContext");
      wrapped.initCause(new NameNotFoundException("x not found"));
      names.bind(NAME, wrapped);
      assertThatThrownBy(named(NAME)::source)
          .hasMessageContaining("no data source has this name; create it");
      names.bind(NAME, new NamingException("refused"));
      assertThatThrownBy(named(NAME)::source)
          .hasMessageContaining("the lookup of this name failed: refused; create it");
    }
  }

  /** Another thread would find no such name, whatever is bound to it. */
  @ParameterizedTest
  @ValueSource(strings = {"java:comp/env/x", "java:module/x", "java:app/x"})
  void name_ofTheDeployment_isLookedForOnce(String name) {
    ContainerDataSource container;
    try (BoundNames names = BoundNames.none()) {
      names.bind(name, "a text");
      container = named(name);
    }
    assertThatThrownBy(container::source)
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContaining("it is bound to java.lang.String");
  }

  /** On WildFly and Payara the thread that tries again has no names below {@code java:comp}. */
  @Test
  void name_thatWasBoundAtTheDeployment_isNotLookedForAgain() throws SQLException {
    Marked source = source();
    ContainerDataSource container;
    try (BoundNames names = BoundNames.none()) {
      names.bind("java:comp/env/jdbc/parley", source);
      container = named("java:comp/env/jdbc/parley");
    }
    assertThat(container.source().unwrap(Marked.class)).isSameAs(source);
  }

  /** Payara loads the driver of a pool through the context of the first caller. */
  @Test
  void connection_isOpenedInTheContextOfTheServer() {
    AtomicReference<ClassLoader> seen = new AtomicReference<>();
    ClassLoader server = new ClassLoader(DataSource.class.getClassLoader()) {};
    Object source =
        Proxy.newProxyInstance(
            server,
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              seen.set(Thread.currentThread().getContextClassLoader());
              throw new SQLException("away");
            });
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ClassLoader deployment = new ClassLoader(before) {};
    thread.setContextClassLoader(deployment);
    try (BoundNames names = BoundNames.none()) {
      names.bind(NAME, source);
      assertThatThrownBy(named(NAME).source()::getConnection).hasMessage("away");
      assertThat(seen).hasValue(server);
      assertThat(thread.getContextClassLoader()).isSameAs(deployment);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void name_ofSomethingElse_isRefused() {
    try (BoundNames names = BoundNames.none()) {
      names.bind(NAME, "a text");
      assertThatThrownBy(named(NAME)::source)
          .isInstanceOf(DatabaseUnusable.class)
          .hasMessageContaining("it is bound to java.lang.String, which is no data source");
    }
  }

  @Test
  void name_withoutAnApplicationServer_isRefused() {
    assertThatThrownBy(named(NAME)::source)
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContaining(
            "names a data source of an application server, which java -jar is not");
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "export", "import", "migrate"})
  void name_forACommandOverADatabase_isRefused(String command) {
    Map<String, String> words =
        Map.of("command", command, "db", NAME, "data", "none", "file", "none", "workspace", "w");
    assertThatThrownBy(() -> new DataCommand().apply(words))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(NAME + " names a data source of an application server");
  }
}
