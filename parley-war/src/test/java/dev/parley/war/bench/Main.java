package dev.parley.war.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Runs the workloads named on the command line, or all, and prints their table. */
public final class Main {
  private static final Map<String, Supplier<Workload>> WORKLOADS = new LinkedHashMap<>();

  static {
    WORKLOADS.put("driver-1", () -> new Blast(1));
    WORKLOADS.put("driver-8", () -> new Blast(8));
    WORKLOADS.put("A", RoomFlood::ofOneSpeaker);
    WORKLOADS.put("B", RoomTalk::new);
    WORKLOADS.put("C", BridgeToBridge::new);
    WORKLOADS.put("D-send", ToolCalls::sendMessage);
    WORKLOADS.put("D-list", ToolCalls::listRooms);
    WORKLOADS.put("E-plain", BridgeStart::plain);
    WORKLOADS.put("E-flags", BridgeStart::withFlags);
    WORKLOADS.put("F-plain", ServerStart::plain);
    WORKLOADS.put("F-serial", ServerStart::serial);
    WORKLOADS.put("F-small", ServerStart::small);
    WORKLOADS.put("G-alone", IdleStreams::inNoRoom);
    WORKLOADS.put("G-rooms", IdleStreams::inRoomsOfTen);
    WORKLOADS.put("H", TaskCreation::new);
    WORKLOADS.put("I", TaskClaims::new);
    WORKLOADS.put("J-K", MessageReads::new);
    WORKLOADS.put("L", ArtifactCalls::new);
    WORKLOADS.put("M", LargeSession::new);
    WORKLOADS.put("N-O", BusReads::new);
    WORKLOADS.put("P-ephemeral", RoomFlood::ephemeral);
    WORKLOADS.put("P-durable", RoomFlood::durable);
    WORKLOADS.put("Q-list", FirstCalls::listRooms);
    WORKLOADS.put("Q-send", FirstCalls::sendMessage);
    WORKLOADS.put("Q-create", FirstCalls::createTask);
    WORKLOADS.put("R-claim", ConcurrentCalls::claims);
    WORKLOADS.put("R-post", ConcurrentCalls::posts);
  }

  private Main() {}

  /**
   * Each argument is a workload, or how the names of several begin: {@code D}, {@code D-send}. With
   * {@code -Dparley.bench.against} those that work in slices compare the WAR with another one,
   * whose path it is; or a closed server with an open one, if it is {@code open}; or what is
   * audited with what is not, if it is {@code no-audit}; or look-ups of what is in another
   * workspace with those of what is nowhere, if it is {@code nowhere}; or a server that counts with
   * one that does not, if it is {@code no-metrics}; or a server that sends traces with one that
   * makes none, if it is {@code no-traces}.
   */
  public static void main(String[] args) throws Exception {
    List<String> beginnings = args.length == 0 ? List.of("") : List.of(args);
    String against = System.getProperty("parley.bench.against", "");
    BenchSettings settings = BenchSettings.fromProperties();
    switch (against) {
      case "" -> run(beginnings);
      case "open" -> Comparisons.ofClosedAndOpen(beginnings, settings);
      case "no-audit" -> Comparisons.ofAudit(settings);
      case "nowhere" -> Lookups.run(settings);
      case "no-metrics" -> Comparisons.ofMetrics(beginnings, settings);
      case "no-traces" -> Comparisons.ofTraces(beginnings, settings);
      default -> Comparisons.ofWars(beginnings, settings, Path.of(against));
    }
  }

  /** Runs all there are. */
  static Report all() throws Exception {
    return run(List.of(""));
  }

  private static Report run(List<String> beginnings) throws Exception {
    Report report = new Report();
    for (String name : Names.beginningWith(beginnings, WORKLOADS.keySet())) {
      report.run(WORKLOADS.get(name).get(), BenchSettings.fromProperties());
    }
    report.print();
    return report;
  }
}
