package dev.parley.message;

/** A follower of a topic, until it is closed. A second close does nothing. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
  @Override
  void close();
}
