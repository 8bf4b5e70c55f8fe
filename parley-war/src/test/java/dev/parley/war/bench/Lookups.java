package dev.parley.war.bench;

import dev.parley.war.driver.Caller;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The time of look-ups of names that exist in another workspace, less that of names that exist
 * nowhere. As a measure of the noise stands the same difference between names that all exist
 * nowhere. Calls are interleaved, in a random order within each three.
 */
final class Lookups {
  private static final int CALLS = Integer.getInteger("parley.bench.lookups", 4_000);
  private static final int WARM_UPS = CALLS / 2;
  private static final int WRONG_TOKEN = 401;
  private static final int TOO_MANY = 429;
  private static final String SECRET = "A".repeat(43);

  private final ServerProcess server;
  private final KeepAlive line;
  private final Neighbours neighbours;
  private final Random random = new Random(2);

  private Lookups(ServerProcess server, KeepAlive line) throws IOException {
    this.server = server;
    this.line = line;
    this.neighbours = new Neighbours(server, line);
  }

  /** Measures on a server of its own and prints the table. */
  static void run(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address())) {
      List<String> rows = new Lookups(server, line).rows();
      System.out.println();
      System.out.println(
          "| Look-up of | Nowhere: p50 us | Elsewhere less nowhere, us (95 %)"
              + " | Nowhere less nowhere, us (95 %) | Apart |");
      System.out.println("|---|---|---|---|---|");
      rows.forEach(System.out::println);
    }
  }

  private List<String> rows() throws IOException {
    List<String> names = neighbours.names;
    UnaryOperator<String> fresh = known -> neighbours.name();
    UnaryOperator<String> like = neighbours::idLike;
    List<String> rows = new ArrayList<>();
    rows.add(row("a room, by who_is_here", names, fresh, tool("who_is_here", "room", "")));
    rows.add(row("a room, at the page", names, fresh, page("/api/rooms/")));
    rows.add(row("a topic", names, fresh, tool("parley_fetch_recent", "topic", "")));
    rows.add(row("a session, at the page", names, fresh, page("/api/sessions/")));
    rows.add(row("a summary", names, fresh, tool("get_session_summary", "session_id", "")));
    rows.add(row("a task", neighbours.tasks, like, tool("claim_task", "task_id", "")));
    rows.add(row("an artifact", names, fresh, tool("get_artifact", "name", "")));
    rows.add(
        row("a recipient", names, fresh, tool("send_message", "to", ",\"content\":\"hello\"")));
    rows.add(row("the memory of an agent", names, fresh, page("/api/memory/")));
    rows.add(row("a credential", neighbours.credentials, like, this::credential));
    rows.add(row("a token, by its id", neighbours.credentials, like, this::token));
    return rows;
  }

  private Function<String, byte[]> tool(String tool, String argument, String others) {
    return name ->
        Wire.tool(
                server.address(),
                neighbours.asker,
                tool,
                "{\"" + argument + "\":\"" + name + "\"" + others + "}")
            .bytes;
  }

  private Function<String, byte[]> page(String path) {
    return name -> Wire.get(server.address(), path + name, "Cookie: " + neighbours.cookie + "\r\n");
  }

  private byte[] credential(String id) {
    return Wire.get(server.address(), "/api/credentials/" + id, neighbours.administrator.header());
  }

  private byte[] token(String id) {
    return Wire.initialize(server.address(), new Caller("", "parley_" + id + "_" + SECRET));
  }

  private String row(
      String what,
      List<String> elsewhere,
      UnaryOperator<String> nowhere,
      Function<String, byte[]> request)
      throws IOException {
    List<List<byte[]>> requests =
        List.of(
            elsewhere.stream().map(request).toList(),
            elsewhere.stream().map(nowhere).map(request).toList(),
            elsewhere.stream().map(nowhere).map(request).toList());
    double[][] micros = new double[requests.size()][CALLS];
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
    for (int call = -WARM_UPS; call < CALLS; call++) {
      Collections.shuffle(order, random);
      int name = Math.floorMod(call, Neighbours.NAMES);
      int status = 0;
      for (int which : order) {
        long begun = System.nanoTime();
        int asked = line.ask(requests.get(which).get(name));
        double took = (System.nanoTime() - begun) / 1e3;
        int answered = asked == TOO_MANY ? WRONG_TOKEN : asked; // after the same look-up
        if (status != 0 && answered != status) {
          throw new IOException(what + ": " + answered + " and " + status);
        }
        status = answered;
        if (call >= 0) {
          micros[which][call] = took;
        }
      }
    }
    Difference apart = difference(micros[0], micros[1]);
    Difference noise = difference(micros[2], micros[1]);
    String row =
        String.format(
            Locale.ROOT,
            "| %s | %.0f | %s | %s | %s |",
            what,
            Difference.median(micros[1]),
            apart,
            noise,
            apart.isApartFrom(noise) ? "YES" : "no");
    System.out.println("    " + row);
    return row;
  }

  private static Difference difference(double[] one, double[] other) {
    return Difference.of(
        IntStream.range(0, one.length).mapToDouble(i -> one[i] - other[i]).toArray());
  }
}
