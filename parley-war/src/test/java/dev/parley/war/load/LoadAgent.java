package dev.parley.war.load;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.HttpAnswer;
import dev.parley.war.driver.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An agent's calls: what it calls next, and what it makes of the answer. */
public final class LoadAgent {
  private static final String FILLING = "x".repeat(150);

  private final int index;
  private final Crew crew;
  private final BenchSession session;
  private final Map<Work, Integer> numbers = new EnumMap<>(Work.class);
  private Work work = Work.MESSAGE;
  private @Nullable String own;
  private @Nullable String claiming;
  private @Nullable String holding;
  private int turn;
  private int starting;
  private long lastId = 1;

  LoadAgent(int index, Crew crew, BenchSession session) {
    this.index = index;
    this.crew = crew;
    this.session = session;
  }

  InetSocketAddress node() {
    return crew.settings().node(index);
  }

  BenchSession session() {
    return session;
  }

  int index() {
    return index;
  }

  /** The kind of the last call. */
  Work work() {
    return work;
  }

  /** The next call, which is due at this time. */
  byte[] next(long dueNanos) {
    starting = crew.turn().get();
    work = starting > turn ? Work.START : crew.settings().shares().draw();
    if (work == Work.CREATE) {
      chooseTask();
    }
    return switch (work) {
      case MESSAGE ->
          tool(
              "send_message",
              "\"room\":\"" + crew.ephemeral(index) + "\",\"body\":\"" + body(dueNanos) + "\"");
      case POST ->
          tool(
              "parley_post",
              "\"topic\":\"" + crew.durable(index) + "\",\"content\":\"" + body(dueNanos) + "\"");
      case CREATE ->
          tool(
              "create_task",
              agentId() + ",\"title\":\"Load\",\"description\":\"x\",\"priority\":\"medium\"");
      case CLAIM -> tool("claim_task", agentId() + ",\"task_id\":\"" + claiming + "\"");
      case FINISH ->
          tool("update_task", agentId() + ",\"task_id\":\"" + holding + "\",\"status\":\"done\"");
      case START -> startSession();
    };
  }

  private void chooseTask() {
    if (holding != null) {
      work = Work.FINISH;
      return;
    }
    claiming = own == null ? crew.claims().contested(board(), index) : own;
    own = null;
    work = claiming == null ? Work.CREATE : Work.CLAIM;
  }

  /** Takes an answer that is no refusal. */
  void accepted(HttpAnswer answer) throws IOException {
    switch (work) {
      case MESSAGE, POST ->
          crew.deliveries().checker(work).sent(index, numbers.merge(work, 1, Integer::sum));
      case CREATE -> {
        own = answer.field("task_id");
        crew.claims().created(board(), index, own);
      }
      case CLAIM -> {
        if (claiming != null) {
          claimed(claiming, answer.field("claimed").equals("true"));
        }
      }
      case FINISH -> holding = null;
      case START -> started();
    }
  }

  private void claimed(String task, boolean won) {
    crew.claims().answered(task, won);
    if (won) {
      crew.claims().won(new ClaimChecker.Win(crew.session(index, turn), task, crew.agent(index)));
      holding = crew.settings().isFinishing() ? task : null;
    }
  }

  private void started() {
    turn = starting;
    holding = null;
    if (own != null) {
      crew.claims().failed(own);
      own = null;
    }
  }

  private int board() {
    return crew.board(index, turn);
  }

  /** The call that begins the session of the turn. */
  byte[] startSession() {
    return tool(
        "start_session", agentId() + ",\"session_id\":\"" + crew.session(index, starting) + "\"");
  }

  /**
   * Takes note that a call failed.
   *
   * @param known whether an answer says that it had no effect
   */
  void failed(boolean known) {
    if (work == Work.CLAIM && claiming != null) {
      crew.claims().failed(claiming);
    } else if (work == Work.FINISH) {
      holding = null;
    } else if (work.isDelivered() && !known) {
      crew.deliveries().checker(work).uncertain(index, numbers.merge(work, 1, Integer::sum));
    }
  }

  String agentId() {
    return "\"agent_id\":\"" + crew.agent(index) + "\"";
  }

  byte[] tool(String name, String arguments) {
    return Wire.tool(node(), session, ++lastId, name, "{" + arguments + "}");
  }

  private String body(long dueNanos) {
    return new Mark(work, index, numbers.getOrDefault(work, 0) + 1, dueNanos).text() + FILLING;
  }
}
