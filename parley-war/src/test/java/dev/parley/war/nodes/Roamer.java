package dev.parley.war.nodes;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.ToolAnswer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An agent's line to the place, which goes on at the other node where its own is gone. */
public final class Roamer implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;

  private final String agent;
  private TestNode here;
  private TestNode there;
  private @Nullable RawMcp client;

  /** A line to {@code here}, and to {@code there} where that one is gone. */
  public Roamer(String agent, TestNode here, TestNode there) {
    this.agent = agent;
    this.here = here;
    this.there = there;
  }

  /** Calls a tool until some node answers, whatever the answer is. */
  public ToolAnswer tool(String name, Object... namesAndValues) {
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
      open = here.stranger().header("Parley-Agent", agent).begin();
      client = open;
    }
    return open;
  }

  private void goElsewhere() {
    client = null;
    TestNode was = here;
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
