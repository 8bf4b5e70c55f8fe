package dev.parley.engine;

import dev.parley.engine.artifact.ArtifactsContract;
import dev.parley.engine.artifact.ReviewsContract;
import dev.parley.engine.session.SessionEventsContract;
import dev.parley.engine.session.SessionMessagesContract;
import dev.parley.engine.session.SessionsContract;
import dev.parley.engine.task.ClaimsContract;
import dev.parley.engine.task.TasksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The board on PostgreSQL through EclipseLink. */
class PostgresBoardTest {
  private static final OpenBoard BOARD = new OpenBoard(Store.POSTGRESQL);

  @BeforeAll
  static void open() {
    BOARD.open();
  }

  @AfterAll
  static void close() {
    BOARD.close();
  }

  @Nested
  class SessionsOnPostgres extends SessionsContract {
    SessionsOnPostgres() {
      super(BOARD);
    }
  }

  @Nested
  class SessionEventsOnPostgres extends SessionEventsContract {
    SessionEventsOnPostgres() {
      super(BOARD);
    }
  }

  @Nested
  class SessionMessagesOnPostgres extends SessionMessagesContract {
    SessionMessagesOnPostgres() {
      super(BOARD);
    }
  }

  @Nested
  class TasksOnPostgres extends TasksContract {
    TasksOnPostgres() {
      super(BOARD);
    }
  }

  @Nested
  class ClaimsOnPostgres extends ClaimsContract {
    ClaimsOnPostgres() {
      super(BOARD);
    }
  }

  @Nested
  class ArtifactsOnPostgres extends ArtifactsContract {
    ArtifactsOnPostgres() {
      super(BOARD);
    }
  }

  @Nested
  class ReviewsOnPostgres extends ReviewsContract {
    ReviewsOnPostgres() {
      super(BOARD);
    }
  }
}
