package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.failover.FailureTimings;
import dev.parley.engine.failover.NodeInUse;
import dev.parley.spi.MessageBackend;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes over one database that any of them can open are told apart, or do not start. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@OnStores({Store.POSTGRESQL, Store.MARIADB})
class NodeNamesTest {
  private static final Duration FOREVER = Duration.ofDays(1);

  private final Store store;
  private final List<Parley> started = new ArrayList<>();
  private HikariDataSource source;
  private Outage line;
  @TempDir private Path folder;

  NodeNamesTest(Store store) {
    this.store = store;
  }

  @BeforeEach
  void open() {
    source = store.newMigratedDatabase();
    line = new Outage(source);
  }

  @AfterEach
  void close() {
    if (source != null) { // where the product is not there, it was never opened
      line.end();
      started.forEach(Parley::close);
      source.close();
    }
  }

  @Test
  void start_ofASecondWithoutAName_isRefusedUntilTheFirstHasEnded() {
    Parley first = start(unnamed(source));
    assertThatExceptionOfType(NodeInUse.class)
        .isThrownBy(() -> start(unnamed(source)))
        .withMessageContaining("at http://there:7539")
        .withMessageContaining("was given no name")
        .withMessageContaining("PARLEY_NODE");
    assertThat(first.connect(ConnectOptions.of("alice")).rooms().list().joined()).isEmpty();
    first.close();
    assertThat(start(unnamed(source)).failover()).isPresent();
  }

  @Test
  void start_ofOneWithANameBesideOneWithout_isRefusedEitherWay() {
    Parley first = start(unnamed(source));
    refuses(named("east", source), "'parley'");
    first.close();
    start(named("east", source));
    refuses(unnamed(source), "'east'");
    start(named("west", source));
  }

  @Test
  void start_ofASecondOfOneName_isRefused() {
    start(named("east", source));
    refuses(named("east", source), "'east'");
    start(named("west", source));
  }

  @Test
  void start_byTwoAtOnce_startsNoMoreThanOne() throws Exception {
    List<Optional<Parley>> both =
        AtOnce.run(
            2,
            thread -> {
              try {
                return Optional.of(unnamed(source).build());
              } catch (NodeInUse refused) {
                return Optional.empty();
              }
            });
    both.forEach(one -> one.ifPresent(started::add));
    assertThat(started).hasSizeLessThan(2);
  }

  @Test
  void start_afterTheFirstFellSilent_waitsForItAndStarts() {
    for (boolean hasName : new boolean[] {false, true}) {
      start(hasName ? named("east", line) : unnamed(line));
      line.begin();
      Parley next = start(hasName ? named("east", source) : unnamed(source));
      assertThat(next.connect(ConnectOptions.of("alice")).rooms().list().joined()).isEmpty();
      next.close();
      line.end();
      started.get(0).close();
      started.clear();
    }
  }

  /** As after a kill: its row says that it is there, and the system has freed its lock. */
  @Test
  void start_withTheFolderOfOneThatWasKilled_needsNotWait() {
    for (boolean hasName : new boolean[] {false, true}) {
      ParleyBuilder killed = hasName ? named("east", line) : unnamed(line);
      Parley first = start(killed.data(folder).database(line));
      line.begin();
      first.close();
      line.end();
      ParleyBuilder again = hasName ? named("east", source) : unnamed(source);
      Parley next = start(again.data(folder).database(source).pace(waiting(FOREVER)));
      assertThat(next.failover()).isPresent();
      next.close();
    }
  }

  @Test
  void start_withTheFolderOfOneThatLives_isRefusedThoughItIsSilent() {
    start(unnamed(line).data(folder).database(line));
    line.begin();
    refuses(
        unnamed(source).data(folder).database(source).pace(waiting(Duration.ofMillis(1))),
        "'parley'");
  }

  @Test
  void start_withTheFolderOfOneOverAnotherDatabase_needsNoName() {
    start(unnamed(source).data(folder).database(source));
    try (HikariDataSource other = store.newMigratedDatabase();
        Parley there = unnamed(other).data(folder).database(other).build()) {
      assertThat(there.failover()).isPresent();
    }
  }

  @Test
  void start_afterOneThatFailedInThisProcess_needsNotWait() {
    for (boolean hasName : new boolean[] {false, true}) {
      ParleyBuilder failing = hasName ? named("east", source) : unnamed(source);
      assertThatThrownBy(() -> start(failing.data(folder).database(source).backend(nameless())))
          .hasMessage("it has no name");
      ParleyBuilder again = hasName ? named("east", source) : unnamed(source);
      Parley next = start(again.data(folder).database(source).pace(waiting(FOREVER)));
      assertThat(next.failover()).isPresent();
      next.close();
    }
  }

  /** A backend that fails once the node is registered. */
  private static MessageBackend nameless() {
    return (MessageBackend)
        Proxy.newProxyInstance(
            MessageBackend.class.getClassLoader(),
            new Class<?>[] {MessageBackend.class},
            (self, method, arguments) -> {
              if (method.getName().equals("name")) {
                throw new IllegalStateException("it has no name");
              }
              return null;
            });
  }

  private void refuses(ParleyBuilder engine, String words) {
    assertThatExceptionOfType(NodeInUse.class)
        .isThrownBy(() -> start(engine))
        .withMessageContaining(words);
  }

  private Parley start(ParleyBuilder engine) {
    Parley parley = engine.build();
    started.add(parley);
    return parley;
  }

  private ParleyBuilder named(String name, DataSource over) {
    return unnamed(over).node(name);
  }

  private ParleyBuilder unnamed(DataSource over) {
    return store
        .over(over)
        .pace(waiting(Duration.ofSeconds(2)))
        .address(() -> Optional.of(URI.create("http://there:7539")));
  }

  private static FailureTimings waiting(Duration unreachable) {
    Duration every = Duration.ofMillis(50);
    return new FailureTimings(
        every, every.multipliedBy(4), unreachable, Duration.ofNanos(TimeUnit.DAYS.toNanos(1)));
  }
}
