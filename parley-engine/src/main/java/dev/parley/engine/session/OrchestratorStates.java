package dev.parley.engine.session;

import java.util.Optional;

/** What an orchestrator keeps of a session: one text, which only it understands. */
public final class OrchestratorStates {
  private static final String STATE =
      "SELECT s.state FROM OrchestratorState s WHERE s.session = :session";

  private OrchestratorStates() {}

  /** Keeps {@code state} in place of the one before. */
  public static void save(LiveSession session, String state) {
    session.write(
        writing -> {
          StateRow row = writing.entities().find(StateRow.class, session.key());
          if (row == null) {
            writing.entities().persist(new StateRow(session.key(), state, writing.now()));
          } else {
            row.becomes(state, writing.now());
          }
          return true;
        });
  }

  /** What was kept. */
  public static Optional<String> read(LiveSession session) {
    return session.read(
        entities ->
            entities
                .createQuery(STATE, String.class)
                .setParameter("session", session.key())
                .getResultList()
                .stream()
                .findFirst());
  }
}
