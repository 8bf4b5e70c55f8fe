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

/** The board on MariaDB through EclipseLink. */
class MariaDbBoardTest {
  private static final OpenBoard BOARD = new OpenBoard(Store.MARIADB);

  @BeforeAll
  static void open() {
    BOARD.open();
  }

  @AfterAll
  static void close() {
    BOARD.close();
  }

  @Nested
  class SessionsOnMariaDb extends SessionsContract {
    SessionsOnMariaDb() {
      super(BOARD);
    }
  }

  @Nested
  class SessionEventsOnMariaDb extends SessionEventsContract {
    SessionEventsOnMariaDb() {
      super(BOARD);
    }
  }

  @Nested
  class SessionMessagesOnMariaDb extends SessionMessagesContract {
    SessionMessagesOnMariaDb() {
      super(BOARD);
    }
  }

  @Nested
  class TasksOnMariaDb extends TasksContract {
    TasksOnMariaDb() {
      super(BOARD);
    }
  }

  @Nested
  class ClaimsOnMariaDb extends ClaimsContract {
    ClaimsOnMariaDb() {
      super(BOARD);
    }
  }

  @Nested
  class ArtifactsOnMariaDb extends ArtifactsContract {
    ArtifactsOnMariaDb() {
      super(BOARD);
    }
  }

  @Nested
  class ReviewsOnMariaDb extends ReviewsContract {
    ReviewsOnMariaDb() {
      super(BOARD);
    }
  }
}
