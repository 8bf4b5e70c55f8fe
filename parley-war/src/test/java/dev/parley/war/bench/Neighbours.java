package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.Caller;
import dev.parley.war.driver.HttpAnswer;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Two workspaces of one server, the same things in each, and those who ask from one of them. */
final class Neighbours {
  static final int NAMES = 16;

  private static final String THEIRS = "acme";
  private static final String OURS = "default";
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
  private static final int NAME_LENGTH = 12;

  private final ServerProcess server;
  private final KeepAlive line;
  private final Owner owner;
  private final Random random = new Random(1);

  /** The names and ids of what exists in the other workspace. */
  final List<String> names = new ArrayList<>();

  final List<String> tasks = new ArrayList<>();
  final List<String> credentials = new ArrayList<>();

  /** An agent who asks, an administrator of its workspace, and a person at the page. */
  final BenchSession asker;

  final Caller administrator;
  final String cookie;

  Neighbours(ServerProcess server, KeepAlive line) throws IOException {
    this.server = server;
    this.line = line;
    this.owner = Owner.of(server, line);
    for (int i = 0; i < NAMES; i++) {
      furnish(THEIRS, name(), true);
      furnish(OURS, name(), false);
    }
    this.asker = session(owner.make("agent", OURS, "asker"), "ours");
    this.administrator = owner.make("admin", OURS, "*");
    Caller person = owner.make("person", OURS, "pat");
    String login = "{\"token\":\"" + person.token() + "\"}";
    byte[] request =
        Wire.post(server.address(), "/api/login", "Origin: " + server.origin() + "\r\n", login);
    this.cookie = line.must(request).header("Set-Cookie").split(";", 2)[0];
  }

  /** A name that there is nowhere. */
  String name() {
    StringBuilder name = new StringBuilder();
    random.ints(NAME_LENGTH, 0, LETTERS.length()).forEach(i -> name.append(LETTERS.charAt(i)));
    return name.toString();
  }

  /** An id of the form of another one that there is nowhere. */
  String idLike(String id) {
    StringBuilder other = new StringBuilder(id);
    int end = id.length();
    for (int i = end - NAME_LENGTH / 2; i < end; i++) {
      other.setCharAt(i, id.charAt(end - NAME_LENGTH / 2 + random.nextInt(NAME_LENGTH / 2)));
    }
    return other.toString().equals(id) ? idLike(id) : other.toString();
  }

  /** Makes an agent, and a room, topic, session, task, artifact and memory of its name. */
  private void furnish(String workspace, String name, boolean isAskedFor) throws IOException {
    Caller caller = owner.make("agent", workspace, name);
    BenchSession session = session(caller, name);
    must(session, "join_room", "\"room\":\"" + name + "\"");
    must(session, "parley_post", "\"topic\":\"" + name + "\",\"content\":\"x\"");
    must(session, "save_session_summary", "\"session_id\":\"" + name + "\",\"summary\":\"x\"");
    must(session, "write_memory", "\"key\":\"x\",\"content\":\"x\"");
    must(
        session,
        "post_artifact",
        "\"name\":\"" + name + "\",\"type\":\"report\",\"content\":\"x\"");
    String task = must(session, "create_task", Team.task()).field("task_id");
    if (isAskedFor) {
      names.add(name);
      tasks.add(task);
      credentials.add(caller.token().split("_", -1)[1]);
    }
  }

  private BenchSession session(Caller caller, String name) throws IOException {
    BenchSession session = new Sessions(server, line).begin(caller);
    must(session, "start_session", "\"session_id\":\"" + name + "\"");
    return session;
  }

  private HttpAnswer must(BenchSession session, String tool, String arguments) throws IOException {
    return line.must(Wire.tool(server.address(), session, tool, "{" + arguments + "}"));
  }
}
