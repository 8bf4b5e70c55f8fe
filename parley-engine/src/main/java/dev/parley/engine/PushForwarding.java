package dev.parley.engine;

import dev.parley.engine.topic.ConnectionReader;
import dev.parley.event.SubAgentEvent;
import dev.parley.id.AgentId;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Passes the pushes of sub-agents on to the sink of the connection they act through. Without such a
 * sink nothing is passed on, so their messages wait where those of every connection do.
 */
final class PushForwarding {
  /** The pushes of all sub-agents that wait for the sink; fewer than a reader keeps. */
  static final int MAX_WAITING = 512;

  private final ConnectionReader to;
  private final Executor executor;
  private final AtomicInteger waiting = new AtomicInteger();
  private final List<Source> sources = new CopyOnWriteArrayList<>();

  /**
   * Makes the forwarding to a connection.
   *
   * @param to its reader
   * @param executor the executor that passes pushes on
   */
  PushForwarding(ConnectionReader to, Executor executor) {
    this.to = to;
    this.executor = executor;
  }

  /** Passes on what is pushed to {@code agent}, until its reader {@code from} is closed. */
  void add(AgentId agent, ConnectionReader from) {
    Source source = new Source(agent, from);
    sources.add(source);
    if (to.isAttached()) {
      source.resume();
    }
  }

  /** Returns the sink that is to be attached in place of {@code sink}. */
  Sink watched(Sink sink) {
    return new WatchedSink(sink);
  }

  /** A sink of the connection. Whenever it was written to, there is room for more. */
  private final class WatchedSink implements Sink {
    private final Sink sink;

    WatchedSink(Sink sink) {
      this.sink = sink;
    }

    @Override
    public void begin(long after) {
      waiting.set(0);
      sink.begin(after);
    }

    @Override
    public boolean isReady() {
      return sink.isReady();
    }

    @Override
    public void deliver(Push push) {
      if (push.event() instanceof SubAgentEvent) {
        waiting.updateAndGet(count -> Math.max(0, count - 1));
      }
      sink.deliver(push);
    }

    @Override
    public void flush() {
      sink.flush();
      sources.forEach(Source::resume);
    }

    @Override
    public void cut(Cut why) {
      sink.cut(why);
    }
  }

  /** The pushes of one sub-agent. */
  private final class Source {
    private final AgentId agent;
    private final ConnectionReader from;

    /** True if its sink had no room, and nobody has woken it since. */
    private volatile boolean refused;

    /** The sink of its reader while that is attached. Guarded by this, as is the field below. */
    private @Nullable Forwarder current;

    private @Nullable SinkRegistration registration;

    Source(AgentId agent, ConnectionReader from) {
      this.agent = agent;
      this.from = from;
    }

    /** Begins, or goes on, as the connection has a sink. */
    void resume() {
      if (current() == null) {
        attach();
      } else if (refused && waiting.get() < MAX_WAITING) {
        wake();
      }
    }

    private synchronized @Nullable Forwarder current() {
      return current;
    }

    private synchronized void attach() {
      if (current == null) {
        Forwarder fresh = new Forwarder(this);
        current = fresh;
        registration = from.attach(fresh, OptionalLong.empty(), executor, false);
      }
    }

    private synchronized void wake() {
      refused = false;
      if (registration != null) {
        registration.wake();
      }
    }

    /** Ends {@code ending}, as the connection has no sink. One may have come meanwhile. */
    private void pause(Forwarder ending) {
      synchronized (this) {
        if (current == ending && registration != null) {
          registration.detach();
          current = null;
          registration = null;
        }
      }
      if (to.isAttached()) {
        resume();
      }
    }

    private synchronized void cut(Forwarder ending, Sink.Cut why) {
      if (current == ending) {
        current = null;
        registration = null;
      }
      if (why == Sink.Cut.CLOSED) {
        sources.remove(this);
      }
    }
  }

  /** The sink of a sub-agent. */
  private final class Forwarder implements Sink {
    private final Source source;

    Forwarder(Source source) {
      this.source = source;
    }

    @Override
    public boolean isReady() {
      source.refused = true; // before it looks, so that no room made meanwhile is missed
      if (!to.isAttached()) {
        source.pause(this);
        return false;
      }
      if (waiting.get() >= MAX_WAITING) {
        return false;
      }
      source.refused = false;
      return true;
    }

    @Override
    public void deliver(Push push) {
      waiting.incrementAndGet();
      to.push(ForwardedEvent.of(source.agent, push.event()));
    }

    @Override
    public void flush() {
      // nothing gathers here
    }

    @Override
    public void cut(Cut why) {
      source.cut(this, why);
    }
  }
}
