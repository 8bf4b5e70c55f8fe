package dev.parley.engine.session;

import java.util.Optional;

/**
 * The state an orchestrator saves for a session: one text, which only the orchestrator understands.
 */
public final class OrchestratorStates {
  private static final String STATE =
      "SELECT s.state FROM OrchestratorState s WHERE s.session = :session";

  private OrchestratorStates() {}

  /** Saves {@code state} in place of the one before. */
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

  /** Returns the saved state. */
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
