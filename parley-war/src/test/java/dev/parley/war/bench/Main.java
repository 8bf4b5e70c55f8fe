package dev.parley.war.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Runs the workloads named on the command line, or all, and prints their table. */
public final class Main {
  private static final Map<String, List<Supplier<Workload>>> WORKLOADS = new LinkedHashMap<>();

  static {
    WORKLOADS.put("driver", List.of(() -> new Blast(1), () -> new Blast(8)));
    WORKLOADS.put("A", List.of(RoomFlood::new));
    WORKLOADS.put("B", List.of(RoomTalk::new));
    WORKLOADS.put("C", List.of(BridgeToBridge::new));
    WORKLOADS.put("D", List.of(ToolCalls::sendMessage, ToolCalls::listRooms));
    WORKLOADS.put("E", List.of(BridgeStart::plain, BridgeStart::withFlags));
    WORKLOADS.put("F", List.of(ServerStart::plain, ServerStart::serial, ServerStart::small));
    WORKLOADS.put("G", List.of(IdleStreams::inNoRoom, IdleStreams::inRoomsOfTen));
  }

  private Main() {}

  /** Each argument is a workload: {@code driver}, or a letter from {@code A} to {@code G}. */
  public static void main(String[] args) throws Exception {
    run(args.length == 0 ? List.copyOf(WORKLOADS.keySet()) : List.of(args));
  }

  /** Runs all there are. */
  static Report all() throws Exception {
    return run(List.copyOf(WORKLOADS.keySet()));
  }

  private static Report run(List<String> names) throws Exception {
    Report report = new Report();
    for (String name : names) {
      List<Supplier<Workload>> workloads = WORKLOADS.get(name);
      if (workloads == null) {
        throw new IllegalArgumentException(name + " is none of " + WORKLOADS.keySet());
      }
      for (Supplier<Workload> workload : workloads) {
        report.run(workload.get(), BenchSettings.fromProperties());
      }
    }
    report.print();
    return report;
  }
}
