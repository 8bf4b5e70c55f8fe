package dev.parley.engine.session;

/**
 * A change of a session whose statements can go to the database together with those of others. It
 * announces its statements with {@link SessionTransaction#later}, and continues once they are done.
 * Like every {@link SessionCommand} it may be carried out more than once.
 *
 * @param <T> the result
 */
@FunctionalInterface
public interface BatchableCommand<T> {

  /** Announces its statements; returns the rest of the command, for the same commit. */
  SessionCommand<T> stage(SessionTransaction session);
}
