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

/** The board through the other provider. */
class HibernateBoardTest {
  private static final OpenBoard BOARD = new OpenBoard(Store.H2_HIBERNATE);

  @BeforeAll
  static void open() {
    BOARD.open();
  }

  @AfterAll
  static void close() {
    BOARD.close();
  }

  @Nested
  class SessionsOnHibernate extends SessionsContract {
    SessionsOnHibernate() {
      super(BOARD);
    }
  }

  @Nested
  class SessionEventsOnHibernate extends SessionEventsContract {
    SessionEventsOnHibernate() {
      super(BOARD);
    }
  }

  @Nested
  class SessionMessagesOnHibernate extends SessionMessagesContract {
    SessionMessagesOnHibernate() {
      super(BOARD);
    }
  }

  @Nested
  class TasksOnHibernate extends TasksContract {
    TasksOnHibernate() {
      super(BOARD);
    }
  }

  @Nested
  class ClaimsOnHibernate extends ClaimsContract {
    ClaimsOnHibernate() {
      super(BOARD);
    }
  }

  @Nested
  class ArtifactsOnHibernate extends ArtifactsContract {
    ArtifactsOnHibernate() {
      super(BOARD);
    }
  }

  @Nested
  class ReviewsOnHibernate extends ReviewsContract {
    ReviewsOnHibernate() {
      super(BOARD);
    }
  }
}
