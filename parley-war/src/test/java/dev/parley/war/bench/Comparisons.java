package dev.parley.war.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The loads under which two servers are compared, by their names on the command line. */
final class Comparisons {
  private static final Map<String, Load.Kind> LOADS = new LinkedHashMap<>();

  static {
    LOADS.put("D-send", (server, settings) -> ToolCalls.sendMessage().load(server));
    LOADS.put("D-list", (server, settings) -> ToolCalls.listRooms().load(server));
    LOADS.put("D-post", (server, settings) -> ToolCalls.post().load(server));
    LOADS.put("H", (server, settings) -> TaskCreation.load(server));
    LOADS.put("I", (server, settings) -> TaskClaims.load(server));
    LOADS.put("P-ephemeral", (server, settings) -> RoomFlood.ephemeral().load(server, settings));
    LOADS.put("P-durable", (server, settings) -> RoomFlood.durable().load(server, settings));
  }

  private Comparisons() {}

  /** Compares the WAR of the settings with another one and prints the table. */
  static void ofWars(List<String> beginnings, BenchSettings settings, Path other)
      throws Exception {
    List<String> rows = new ArrayList<>();
    for (String name : Names.beginningWith(beginnings, LOADS.keySet())) {
      Load.Kind load = LOADS.get(name);
      Comparison comparison =
          new Comparison(
              name, starter(load, settings), starter(load, settings.withWar(other)));
      rows.addAll(comparison.measure(settings.comparison()));
    }
    print(rows, settings.war() + " against " + other);
  }

  private static Side.Starter starter(Load.Kind load, BenchSettings settings) {
    return () -> Side.of(ServerProcess.start(settings), load, settings);
  }

  private static void print(List<String> rows, String sides) {
    System.out.println();
    System.out.println(sides + ": ratio of the medians of slices that are neighbours in time");
    System.out.println();
    System.out.println("| Work | This | Other | Ratio | 95 % | Pairs of processes |");
    System.out.println("|---|---|---|---|---|---|");
    rows.forEach(System.out::println);
  }
}
