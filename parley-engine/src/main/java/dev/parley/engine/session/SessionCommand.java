package dev.parley.engine.session;

/**
 * One change of a session. May be carried out more than once, of which one is committed; so it has
 * no effect but on rows. One that refuses does so before it changed any.
 *
 * @param <T> what the caller gets
 */
@FunctionalInterface
public interface SessionCommand<T> {

  /** Changes rows. */
  T in(SessionTransaction session);
}
