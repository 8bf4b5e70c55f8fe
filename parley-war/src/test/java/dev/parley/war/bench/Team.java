package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.HttpAnswer;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Agents of one session, each over an MCP session and a connection of its own: what many do at once
 * they do, what one does alone the first does over the line.
 */
final class Team {
  private static final int SIZE = 16;
  private static final long FIRST_ID = 1_000_000;

  private final ServerProcess server;
  private final KeepAlive line;
  private final List<BenchSession> members = new ArrayList<>();
  private long lastId = FIRST_ID;

  private interface Reader {
    void read(HttpAnswer answer) throws IOException;
  }

  private Team(ServerProcess server, KeepAlive line) {
    this.server = server;
    this.line = line;
  }

  /** Sixteen agents in {@code session}, which is made where it is absent. */
  static Team in(String session, ServerProcess server, KeepAlive line) throws IOException {
    Team team = new Team(server, line);
    for (int i = 0; i < SIZE; i++) {
      team.members.add(new Sessions(server, line).begin());
      line.must(team.request(i, "start_session", "\"session_id\":\"" + session + "\""));
    }
    return team;
  }

  /** Puts so many tasks on the board; answers their ids. */
  List<String> create(int tasks) throws IOException {
    List<String> ids = new ArrayList<>();
    atOnce(tasks, "create_task", i -> task(), answer -> ids.add(answer.field("task_id")));
    return ids;
  }

  /** Claims each of {@code tasks} once; answers how many seconds it took. All must be won. */
  double claim(List<String> tasks) throws IOException {
    return atOnce(tasks.size(), "claim_task", i -> task(tasks.get(i)), Team::won);
  }

  /** Says so many messages to everyone. */
  void say(int messages) throws IOException {
    atOnce(messages, "send_message", i -> "\"content\":\"" + "x".repeat(200) + "\"", answer -> {});
  }

  /** The position of a message that is said now. */
  long position() throws IOException {
    HttpAnswer answer = line.must(request(0, "send_message", "\"content\":\"here\""));
    return Long.parseLong(answer.field("seq"));
  }

  /** Calls as one more agent, alone; answers what came back. */
  HttpAnswer call(String tool, String arguments) throws IOException {
    return line.must(alone(tool, arguments));
  }

  /** Calls as one of the members, alone; answers what came back. */
  HttpAnswer callAs(int member, String tool, String arguments) throws IOException {
    return line.must(request(member, tool, arguments));
  }

  /** As {@link #call}; answers how many nanoseconds it took. */
  long time(String tool, String arguments) throws IOException {
    return line.time(alone(tool, arguments));
  }

  /** Claims a free task alone; answers how many nanoseconds it took. */
  long timeClaim(String task) throws IOException {
    long took = time("claim_task", task(task));
    won(line.answer());
    return took;
  }

  /** The arguments of a {@code create_task}. */
  static String task() {
    return "\"title\":\"Write the parser\",\"description\":\""
        + "x".repeat(200)
        + "\",\"priority\":\"medium\"";
  }

  private static String task(String id) {
    return "\"task_id\":\"" + id + "\"";
  }

  private static void won(HttpAnswer answer) throws IOException {
    if (!answer.field("claimed").equals("true")) {
      throw new IOException("not won: " + answer.body());
    }
  }

  private double atOnce(int calls, String tool, IntFunction<String> arguments, Reader reader)
      throws IOException {
    PrimitiveIterator.OfInt numbers = IntStream.range(0, calls).iterator();
    List<Script> scripts = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      int member = i;
      scripts.add(
          new Script() {
            @Override
            public boolean hasNext() {
              return numbers.hasNext();
            }

            @Override
            public byte[] next() {
              return request(member, tool, arguments.apply(numbers.nextInt()));
            }

            @Override
            public void answered(HttpAnswer answer) throws IOException {
              if (!answer.isAccepted()) {
                throw new IOException("answered " + answer.body());
              }
              reader.read(answer);
            }
          });
    }
    try (CallLoop loop = new CallLoop(server.address(), scripts)) {
      return loop.runThrough();
    }
  }

  private byte[] alone(String tool, String arguments) {
    return request(members.get(0), "lead", tool, arguments);
  }

  private byte[] request(int member, String tool, String arguments) {
    BenchSession session = members.get(member);
    return request(session, session.caller().nameOr("member-" + member), tool, arguments);
  }

  private byte[] request(BenchSession session, String agent, String tool, String arguments) {
    String named = "{\"agent_id\":\"" + agent + "\"" + (arguments.isEmpty() ? "" : ",") + arguments;
    return Wire.tool(server.address(), session, ++lastId, tool, named + "}");
  }
}
