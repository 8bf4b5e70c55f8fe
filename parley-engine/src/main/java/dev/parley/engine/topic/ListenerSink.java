package dev.parley.engine.topic;

import dev.parley.event.Listener;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;

/** A program's listener as a sink: always ready, and never cut for an exception. */
public final class ListenerSink implements Sink {
  private final Listener listener;

  /** Passes every event to {@code listener}. */
  public ListenerSink(Listener listener) {
    this.listener = listener;
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void deliver(Push push) {
    try {
      listener.on(push.event());
    } catch (RuntimeException | Error e) {
      System.getLogger(ListenerSink.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "A listener threw an exception; it gets the next event as usual.",
              e);
    }
  }

  @Override
  public void flush() {
    // nothing gathers here
  }

  @Override
  public void cut(Cut why) {
    // a listener holds nothing to release
  }
}
