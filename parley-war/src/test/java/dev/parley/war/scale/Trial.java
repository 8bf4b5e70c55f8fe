package dev.parley.war.scale;

import dev.parley.war.load.LoadReport;
import dev.parley.war.load.LoadRun;
import dev.parley.war.load.LoadSettings;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** One load of one kind on a deployment, and what each part of it spent meanwhile. */
final class Trial implements LoadRun.Span {
  /**
   * The outcome.
   *
   * @param perSecond units a second
   * @param micros CPU microseconds of a part for each unit, without the compilers of JVMs
   * @param compilers the share of the nodes' CPU time that their compilers took
   * @param commits transactions of PostgreSQL for each unit
   * @param bytes bytes into and out of the broker for each unit
   * @param faults what was lost, doubled, claimed twice or refused
   */
  record Outcome(
      double perSecond,
      Map<Part, Double> micros,
      double compilers,
      double commits,
      double bytes,
      List<String> faults) {}

  private final Deployment deployment;
  private final Kind kind;
  private final ScaleSettings settings;
  private final Map<Part, CpuTime> before = new EnumMap<>(Part.class);
  private final Map<Part, CpuTime.Spent> spent = new EnumMap<>(Part.class);
  private long commits;
  private long bytes;

  Trial(Deployment deployment, Kind kind, ScaleSettings settings) {
    this.deployment = deployment;
    this.kind = kind;
    this.settings = settings;
  }

  Outcome run() throws IOException {
    LoadReport report = new LoadRun(LoadSettings.from(load())).run(this);
    double units = kind.units(report);
    Map<Part, Double> micros = new EnumMap<>(Part.class);
    spent.forEach((part, cpu) -> micros.put(part, (cpu.micros() - cpu.compilerMicros()) / units));
    CpuTime.Spent nodes = spent.getOrDefault(Part.NODES, new CpuTime.Spent(0, 0));
    return new Outcome(
        units / report.seconds(),
        micros,
        (double) nodes.compilerMicros() / nodes.micros(),
        commits / units,
        bytes / units,
        report.faults());
  }

  @Override
  public void begins() {
    deployment.analyze();
    commits = deployment.commits();
    bytes = deployment.brokerBytes();
    for (Part part : Part.values()) {
      before.put(part, CpuTime.of(deployment.processes(part)));
    }
  }

  @Override
  public void ends() {
    before.forEach(
        (part, then) -> spent.put(part, CpuTime.of(deployment.processes(part)).since(then)));
    bytes = deployment.brokerBytes() - bytes;
    commits = deployment.commits() - commits;
  }

  private Properties load() {
    Properties load = new Properties();
    load.setProperty("parley.load.url", deployment.urls());
    load.setProperty("parley.load.agents", String.valueOf(settings.agents()));
    load.setProperty("parley.load.rooms", String.valueOf(settings.rooms()));
    load.setProperty("parley.load.seconds", String.valueOf(settings.seconds()));
    load.setProperty("parley.load.warm-up", String.valueOf(settings.warmUpSeconds()));
    load.setProperty("parley.load.rate", String.valueOf(settings.rate()));
    kind.into(load);
    return load;
  }
}
