package dev.parley.engine.persistence;

import org.eclipse.persistence.sessions.Session;
import org.eclipse.persistence.sessions.SessionCustomizer;

/**
 * Has EclipseLink say at once that the database is away. Left alone, it repeats a failed read three
 * times with five seconds between, and whoever called waits for all of it.
 *
 * <p>Named in its settings and made by EclipseLink, so it is never loaded beside another provider.
 */
public final class NoQueryRetry implements SessionCustomizer {

  /** Called by EclipseLink. */
  public NoQueryRetry() {}

  @Override
  public void customize(Session session) {
    session.getLogin().setQueryRetryAttemptCount(0);
  }
}
