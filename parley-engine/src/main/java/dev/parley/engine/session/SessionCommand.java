package dev.parley.engine.session;

/**
 * One change of a session. It may be carried out more than once, of which one is committed, so it
 * affects nothing but rows. A command that refuses does so before it changes any.
 *
 * @param <T> the result
 */
@FunctionalInterface
public interface SessionCommand<T> {

  /** Changes rows. */
  T in(SessionTransaction session);
}
