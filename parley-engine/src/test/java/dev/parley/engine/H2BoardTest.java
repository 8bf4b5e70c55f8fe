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

/** The board on H2 through EclipseLink: the default. */
class H2BoardTest {
  private static final OpenBoard BOARD = new OpenBoard(Store.H2);

  @BeforeAll
  static void open() {
    BOARD.open();
  }

  @AfterAll
  static void close() {
    BOARD.close();
  }

  @Nested
  class SessionsOnH2 extends SessionsContract {
    SessionsOnH2() {
      super(BOARD);
    }
  }

  @Nested
  class SessionEventsOnH2 extends SessionEventsContract {
    SessionEventsOnH2() {
      super(BOARD);
    }
  }

  @Nested
  class SessionMessagesOnH2 extends SessionMessagesContract {
    SessionMessagesOnH2() {
      super(BOARD);
    }
  }

  @Nested
  class TasksOnH2 extends TasksContract {
    TasksOnH2() {
      super(BOARD);
    }
  }

  @Nested
  class ClaimsOnH2 extends ClaimsContract {
    ClaimsOnH2() {
      super(BOARD);
    }
  }

  @Nested
  class ArtifactsOnH2 extends ArtifactsContract {
    ArtifactsOnH2() {
      super(BOARD);
    }
  }

  @Nested
  class ReviewsOnH2 extends ReviewsContract {
    ReviewsOnH2() {
      super(BOARD);
    }
  }
}
