package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.Logged;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutageLogTest {
  private static final String AWAY =
      "WARNING: Database unreachable (refused); calls that need it are refused until it is back.";
  private static final String BACK = "INFO: Database reachable again.";

  private final OutageLog absence = new OutageLog();
  private final Logged log = new Logged(OutageLog.class.getName());

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void anAbsence_isToldOnceWhenItBegins_andOnceWhenItEnds() {
    fail(System.nanoTime());
    fail(System.nanoTime());
    absence.answered(later());
    absence.answered(later());
    assertThat(log.lines()).containsExactly(AWAY, BACK);
  }

  @Test
  void whatHadBegunBefore_saysNothingOfNow() {
    long before = System.nanoTime();
    fail(System.nanoTime());
    absence.answered(before);
    assertThat(log.lines()).containsExactly(AWAY);
    absence.answered(later());
    fail(before);
    assertThat(log.lines()).containsExactly(AWAY, BACK);
  }

  @Test
  void aServerThatEnds_andStillAnswersOnAnotherConnection_isNotThereAgain() {
    fail(System.nanoTime());
    absence.answered(System.nanoTime());
    assertThat(log.lines()).containsExactly(AWAY);
  }

  private static long later() {
    return System.nanoTime() + Duration.ofSeconds(2).toNanos();
  }

  @Test
  void aBrokenConnection_isAnAbsence_aBrokenStatementIsNone() {
    assertThat(OutageLog.isIn(new SQLTransientConnectionException("no connection"))).isTrue();
    assertThat(OutageLog.isIn(new SQLException("reset", "08006"))).isTrue();
    assertThat(OutageLog.isIn(new SQLException("it ends", "57P01"))).isTrue();
    assertThat(OutageLog.isIn(new SQLException("it was cancelled", "57014"))).isFalse();
    assertThat(OutageLog.isIn(new SQLException("no such column", "42703"))).isFalse();
    assertThat(OutageLog.isIn(new SQLException("who knows"))).isFalse();
  }

  private void fail(long began) {
    absence.noticed(
        began, new IllegalStateException("a query", new SQLException("refused\nby the server")));
  }
}
