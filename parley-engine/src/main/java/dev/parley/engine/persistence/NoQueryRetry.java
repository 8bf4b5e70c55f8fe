package dev.parley.engine.persistence;

import org.eclipse.persistence.sessions.Session;
import org.eclipse.persistence.sessions.SessionCustomizer;

/**
 * Makes EclipseLink report an unreachable database at once. By default it repeats a failed read
 * three times with five seconds between, and the caller waits for all of it.
 *
 * <p>It is named in EclipseLink's settings and made by EclipseLink, so it is never loaded with
 * another provider.
 */
public final class NoQueryRetry implements SessionCustomizer {

  /** Called by EclipseLink. */
  public NoQueryRetry() {}

  @Override
  public void customize(Session session) {
    session.getLogin().setQueryRetryAttemptCount(0);
  }
}
