package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.persistence.RecordedStatements;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A node alone delivers a message whose reading failed, although nobody writes after it. */
class FailedDeliveryTest {
  private static final SessionId RUN = new SessionId("run");
  private static final AgentId BOB = new AgentId("bob");

  @Test
  void message_whoseReadingFails_isDeliveredSoonAfterwards() {
    RecordedStatements statements = new RecordedStatements();
    try (HikariDataSource source = Databases.inMemory();
        Parley parley = ParleyBuilder.builder().database(statements.of(source)).build()) {
      Connection bob = parley.connect(ConnectOptions.of("bob").during(RUN));
      assertThat(bob.unread().direct()).isZero();
      AtomicInteger failures = new AtomicInteger(1);
      statements.before(
          sql -> {
            if (sql.startsWith("SELECT")
                && sql.contains("parley_message")
                && failures.getAndDecrement() > 0) {
              throw new IllegalStateException("the database is away");
            }
          });
      SessionMessage unused =
          parley
              .connect(ConnectOptions.of("alice").during(RUN))
              .sessions()
              .current()
              .messages()
              .send(SessionMessageDraft.direct(BOB, "news"));
      eventually("it is delivered", () -> bob.unread().direct() == 1);
      assertThat(failures.get()).as("a reading failed").isLessThan(1);
    }
  }
}
