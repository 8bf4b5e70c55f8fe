package dev.parley.war.bench;

import dev.parley.war.process.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The comparisons, by the names of their loads on the command line. */
final class Comparisons {
  /** A run of one comparison. */
  private interface Measurement {
    List<String> rows(Comparison comparison, Load.Kind load) throws Exception;
  }

  private static final Map<String, Load.Kind> LOADS = new LinkedHashMap<>();

  static {
    LOADS.put("D-send", (server, settings) -> ToolCalls.sendMessage().load(server));
    LOADS.put("D-list", (server, settings) -> ToolCalls.listRooms().load(server));
    LOADS.put("D-post", (server, settings) -> ToolCalls.post().load(server));
    LOADS.put("H", (server, settings) -> TaskCreation.load(server));
    LOADS.put("I", (server, settings) -> TaskClaims.load(server));
    LOADS.put("L", (server, settings) -> ArtifactCalls.load(server));
    LOADS.put("P-ephemeral", (server, settings) -> RoomFlood.ephemeral().load(server, settings));
    LOADS.put("P-durable", (server, settings) -> RoomFlood.durable().load(server, settings));
  }

  private static final List<String> TRUST = List.of("D-send", "D-list", "D-post", "I", "P");

  private Comparisons() {}

  /** Compares the WAR of the settings with another one. */
  static void ofWars(List<String> names, BenchSettings settings, Path other) throws Exception {
    run(
        names,
        settings,
        settings.war() + " against " + other,
        (comparison, load) ->
            comparison.ofServers(
                () -> ServerProcess.start(settings),
                () -> ServerProcess.start(settings.withWar(other)),
                load));
  }

  /** Compares a server with 1,000 credentials and an issuer with an open one. */
  static void ofClosedAndOpen(List<String> names, BenchSettings settings) throws Exception {
    String shown = System.getProperty("parley.bench.tokens", "both").toUpperCase(Locale.ROOT);
    try (ClosedServer closed = new ClosedServer(ClosedServer.Tokens.valueOf(shown))) {
      run(
          names.equals(List.of("")) ? TRUST : names,
          settings,
          "closed, with 1,000 credentials and an issuer (tokens: " + shown + "), against open",
          (comparison, load) ->
              comparison.ofServers(
                  () -> closed.start(settings), () -> ServerProcess.start(settings), load));
    }
  }

  /** Compares a server that counts for its metrics with one that does not. */
  static void ofMetrics(List<String> names, BenchSettings settings) throws Exception {
    run(
        names,
        settings,
        "--metrics on against off",
        (comparison, load) ->
            comparison.ofServers(
                () -> ServerProcess.start(settings, "--metrics", "on"),
                () -> ServerProcess.start(settings, "--metrics", "off"),
                load));
  }

  /** Compares a server that sends the trace of each call to a receiver with one that makes none. */
  static void ofTraces(List<String> names, BenchSettings settings) throws Exception {
    try (TraceSink sink = new TraceSink()) {
      run(
          names,
          settings,
          "--otlp against none",
          (comparison, load) ->
              comparison.ofServers(
                  () -> ServerProcess.start(settings, "--otlp", sink.url()),
                  () -> ServerProcess.start(settings),
                  load));
      System.out.printf(
          Locale.ROOT,
          "%nThe receiver got %d requests, %d bytes.%n",
          sink.requests(),
          sink.bytes());
    }
  }

  /** Compares changes of tasks that are entries of the audit with equal ones that are none. */
  static void ofAudit(BenchSettings settings) throws Exception {
    List<String> rows =
        new Comparison("audit", settings)
            .ofLoads(
                (server, known) -> TaskChanges.byOthers(server),
                (server, known) -> TaskChanges.byCreators(server));
    print(rows, "a change of a task that is an entry of the audit against one that is none");
  }

  private static void run(
      List<String> names, BenchSettings settings, String sides, Measurement measurement)
      throws Exception {
    List<String> rows = new ArrayList<>();
    for (String name : Names.beginningWith(names, LOADS.keySet())) {
      rows.addAll(measurement.rows(new Comparison(name, settings), LOADS.get(name)));
    }
    print(rows, sides);
  }

  private static void print(List<String> rows, String sides) {
    System.out.println();
    System.out.println("Slices that are neighbours in time: " + sides);
    System.out.println();
    System.out.println("| Work | This | Other | Ratio | 95 % | Processes |");
    System.out.println("|---|---|---|---|---|---|");
    rows.forEach(System.out::println);
  }
}
