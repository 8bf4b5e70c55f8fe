package dev.parley.war.faults;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.ToolAnswer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An agent's line to the place, which goes on at the other node where its own is gone. */
final class Roamer implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;

  private final String agent;
  private TwoNodes.Node here;
  private TwoNodes.Node there;
  private @Nullable RawMcp client;

  Roamer(String agent, TwoNodes.Node here, TwoNodes.Node there) {
    this.agent = agent;
    this.here = here;
    this.there = there;
  }

  /** Calls a tool until some node answers, whatever the answer is. */
  ToolAnswer tool(String name, Object... namesAndValues) {
    while (true) {
      try {
        ToolAnswer answer = client().tool(name, namesAndValues);
        if (!answer.refused() || !answer.code().equals("connection_closed")) {
          return answer;
        }
      } catch (AssertionError | RuntimeException gone) {
        if (Thread.interrupted()) {
          throw gone;
        }
      }
      goElsewhere();
    }
  }

  private RawMcp client() {
    RawMcp open = client;
    if (open == null) {
      open = RawMcp.at(here.server().mcp()).header("Parley-Agent", agent).begin();
      client = open;
    }
    return open;
  }

  private void goElsewhere() {
    client = null;
    TwoNodes.Node was = here;
    here = there;
    there = was;
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Ends its session, where a node still has it. */
  @Override
  public void close() {
    if (client != null) {
      client.delete();
    }
  }
}
