package dev.parley.war.load;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.Caller;
import dev.parley.war.driver.EventStreams;
import dev.parley.war.driver.HttpAnswer;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Begins the sessions of all agents, opens their streams, joins the rooms, and leaves them. */
public final class Joining implements AutoCloseable {
  private static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Crew crew;
  private EventStreams streams;
  private final Map<InetSocketAddress, KeepAlive> lines = new HashMap<>();
  private final List<LoadAgent> agents = new ArrayList<>();

  public Joining(Crew crew, EventStreams streams) {
    this.crew = crew;
    this.streams = streams;
  }

  /** Joins with all agents; the streams are open before the first one joins. */
  public List<LoadAgent> all() throws IOException {
    for (int i = 0; i < crew.settings().agents(); i++) {
      LoadAgent agent = begin(i);
      agents.add(agent);
      listen(agent);
    }
    streams.start();
    agents.forEach(this::awaitStream);
    for (LoadAgent agent : agents) {
      join(agent);
    }
    return agents;
  }

  /**
   * Goes on with the sessions that a server had before it was started again: opens the streams of
   * all agents, each after the last event that it has.
   */
  public void resume(EventStreams others) throws IOException {
    for (KeepAlive line : lines.values()) {
      line.close();
    }
    lines.clear();
    streams = others;
    for (LoadAgent agent : agents) {
      crew.deliveries().reopen(agent.index());
      listen(agent);
    }
    streams.start();
    agents.forEach(this::awaitStream);
  }

  private LoadAgent begin(int index) throws IOException {
    InetSocketAddress node = crew.settings().node(index);
    Caller caller = new Caller("", crew.settings().token(index));
    String id = must(node, Wire.initialize(node, caller)).header("Mcp-Session-Id");
    if (id.isEmpty()) {
      throw new LoadException("There is no Parley at " + url(node) + ": /mcp began no session.");
    }
    BenchSession session = new BenchSession(id, caller);
    must(node, Wire.initialized(node, session));
    return new LoadAgent(index, crew, session);
  }

  private void listen(LoadAgent agent) throws IOException {
    String lastId = crew.deliveries().lastEventId(agent.index());
    SocketChannel channel = SocketChannel.open(agent.node());
    channel.write(ByteBuffer.wrap(Wire.listen(agent.node(), agent.session(), lastId)));
    streams.add(channel);
  }

  private void awaitStream(LoadAgent agent) {
    ChunkedText stream = crew.deliveries().stream(agent.index());
    long until = System.nanoTime() + OPEN_NANOS;
    while (!stream.isOpen()) {
      if (System.nanoTime() - until > 0) {
        throw new LoadException(
            url(agent.node()) + " opened no event stream; it answered '" + stream.head() + "'.");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void join(LoadAgent agent) throws IOException {
    int index = agent.index();
    String named = "\",\"nickname\":\"" + crew.agent(index) + "\"";
    must(agent.node(), agent.tool("join_room", "\"room\":\"" + crew.ephemeral(index) + named));
    must(agent.node(), agent.tool("join_room", "\"room\":\"" + crew.durable(index) + named));
    must(agent.node(), agent.startSession());
  }

  /** Leaves the rooms and ends the sessions, as far as the server answers. */
  private void leave(LoadAgent agent) {
    InetSocketAddress node = agent.node();
    try {
      line(node)
          .ask(agent.tool("leave_room", "\"room\":\"" + crew.ephemeral(agent.index()) + "\""));
      line(node).ask(agent.tool("leave_room", "\"room\":\"" + crew.durable(agent.index()) + "\""));
      line(node).ask(Wire.end(node, agent.session()));
    } catch (IOException | LoadException e) {
      lines.remove(node);
    }
  }

  private HttpAnswer must(InetSocketAddress node, byte[] request) throws IOException {
    KeepAlive line = line(node);
    line.ask(request);
    if (!line.answer().isAccepted()) {
      throw Refusal.whileJoining(line.answer(), url(node));
    }
    return line.answer();
  }

  private KeepAlive line(InetSocketAddress node) {
    KeepAlive line = lines.get(node);
    if (line == null) {
      try {
        line = new KeepAlive(node);
      } catch (IOException e) {
        throw new LoadException("Cannot connect to " + url(node) + ": " + e.getMessage() + ".");
      }
      lines.put(node, line);
    }
    return line;
  }

  private static String url(InetSocketAddress node) {
    return "http://" + node.getHostString() + ":" + node.getPort();
  }

  @Override
  public void close() throws IOException {
    agents.forEach(this::leave);
    for (KeepAlive line : lines.values()) {
      line.close();
    }
  }
}
