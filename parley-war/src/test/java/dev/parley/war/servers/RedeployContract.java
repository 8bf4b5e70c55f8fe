package dev.parley.war.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * The contract over a data source of the application server: redeploys leave nothing behind, and a
 * restart loses nothing. {@code -Dparley.redeploys=10} asks for more redeploys than the three that
 * CI has time for.
 */
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class RedeployContract {
  private static final int REDEPLOYS = Integer.getInteger("parley.redeploys", 3);

  /** The deployment that serves, and one that a worker has in its last request. */
  private static final int MAX_COPIES = 2;

  private static final int ATTEMPTS = 5;
  private static final int REQUESTS = 100;
  private static final int LAST = 5;
  private static final long MAX_HEAP_GROWTH = 4 << 20;

  private ApplicationServer server;

  @RegisterExtension
  final TestExecutionExceptionHandler withLog = ServerRun.excerptWith(() -> server.run());

  /** Starts the server with this setup. */
  abstract ApplicationServer start(ServerSetup setup);

  /** The setup, with a data source. */
  ServerSetup setup() {
    return ServerSetup.over(SourceDatabase::h2);
  }

  /** Fails where the rows are elsewhere than behind the data source. */
  void checkSource(ApplicationServer started, String health) {
    assertThat(SourceDatabase.h2File(started.run().folder())).exists();
    assertThat(health).as("the driver is the server's").contains("\"product\":\"H2 2.2.");
  }

  /** Ends the database, where it is not the server's. */
  void endDatabase() {}

  final ApplicationServer server() {
    return server;
  }

  @BeforeAll
  void deploy() {
    server = start(setup().withRedeploys());
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
    endDatabase();
  }

  @Test
  @Order(0)
  void dataSource_ofTheServer_isTheOnlyDatabase() {
    assertThat(server.run().folder().resolve("data/parley.mv.db")).doesNotExist();
    String health = server.stranger("/health").get().body();
    checkSource(server, health);
    say(health);
  }

  @Test
  @Order(1)
  void redeploys_leaveNothingBehind_andKeepTheRows() {
    try (RawMcp agent = server.client("/mcp")) {
      agent.tool("parley_post", "topic", "lasting", "content", "before").accepted();
    }
    List<JvmFigures> figures = new ArrayList<>();
    figures.add(JvmFigures.of(server.run()));
    say(JvmFigures.HEADING);
    say(figures.get(0).row(0, 0));
    for (int redeploy = 1; redeploy <= REDEPLOYS; redeploy++) {
      long from = System.nanoTime();
      server.redeploy();
      long took = Duration.ofNanos(System.nanoTime() - from).toMillis();
      assertThat(lasting()).isEqualTo("before");
      JvmFigures now = settled();
      figures.add(now);
      say(now.row(redeploy, took));
      assertThat(now.copies()).as("deployments whose classes are loaded").isBetween(1, MAX_COPIES);
    }
    List<JvmFigures> last = figures.subList(Math.max(0, figures.size() - LAST), figures.size());
    if (last.size() == LAST) {
      assertThat(growth(last, JvmFigures::heap)).as("heap").isLessThan(MAX_HEAP_GROWTH);
      assertThat(growth(last, JvmFigures::threads)).as("threads").isZero();
      assertThat(growth(last, JvmFigures::loaders)).as("class loaders").isZero();
    }
  }

  @Test
  @Order(2)
  void restart_ofTheServer_keepsTheRows() {
    server.stop();
    server.startAgain();
    assertThat(lasting()).isEqualTo("before");
    assertThat(server.unexplained()).as("warnings and errors in the log").isEmpty();
    say("after a restart: " + lasting());
  }

  /** The first message of the topic that outlasts everything. */
  final String lasting() {
    try (RawMcp agent = server.client("/mcp")) {
      return agent
          .tool("parley_fetch_recent", "topic", "lasting")
          .fields()
          .at("/messages/0/content")
          .asString();
    }
  }

  /** The figures, taken again where a worker that waits still has a request of long ago. */
  private JvmFigures settled() {
    JvmFigures now = JvmFigures.of(server.run());
    for (int i = 1; i < ATTEMPTS && now.copies() > MAX_COPIES; i++) {
      for (int request = 0; request < REQUESTS; request++) {
        assertThat(server.status("/health")).isEqualTo(200);
      }
      now = JvmFigures.of(server.run());
    }
    return now;
  }

  /** The difference from first to last where each is above the one before it; else 0. */
  private static long growth(List<JvmFigures> figures, ToLongFunction<JvmFigures> figure) {
    for (int i = 1; i < figures.size(); i++) {
      if (figure.applyAsLong(figures.get(i)) <= figure.applyAsLong(figures.get(i - 1))) {
        return 0;
      }
    }
    return figure.applyAsLong(figures.get(figures.size() - 1)) - figure.applyAsLong(figures.get(0));
  }

  final void say(String words) {
    System.out.println(getClass().getSimpleName() + ": " + words);
  }
}
