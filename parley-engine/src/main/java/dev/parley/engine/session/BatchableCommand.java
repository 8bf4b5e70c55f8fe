package dev.parley.engine.session;

/**
 * A change of a session whose statements can go to the database together with those of others: it
 * says what it would do, with {@link SessionTransaction#later}, and goes on when that is done. Like
 * every {@link SessionCommand} it may be carried out more than once.
 *
 * @param <T> what the caller gets
 */
@FunctionalInterface
public interface BatchableCommand<T> {

  /** Says what it would do; answers how it goes on, in the same commit. */
  SessionCommand<T> stage(SessionTransaction session);
}
