package dev.parley.war.scale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The outcomes of all runs, and their medians as rows of AsciiDoc. */
final class ScaleTable {
  private static final String HEAD =
      """
      [cols="1,>1,>2,>2,>2,>2,>2,>1,>1,>1"]
      |===
      |Broker |Nodes |A second |Nodes, µs |PostgreSQL, µs |Broker, µs |Driver, µs |Commits |Broker, B |JIT

      """;

  private record Row(Kind kind, Broker broker, int nodes) {}

  private final Map<Row, List<Trial.Outcome>> outcomes = new LinkedHashMap<>();
  private final List<String> faults = new ArrayList<>();

  void add(Kind kind, Broker broker, int nodes, Trial.Outcome outcome) {
    Row row = new Row(kind, broker, nodes);
    outcomes.computeIfAbsent(row, any -> new ArrayList<>()).add(outcome);
    outcome.faults().forEach(fault -> faults.add(row + ": " + fault));
    System.out.println(row(row, List.of(outcome)));
  }

  /** Reasons for the measurement to fail; empty where every run passed. */
  List<String> faults() {
    return faults;
  }

  /** A table for each kind, with the rows of a page. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (Kind kind : Kind.values()) {
      List<String> rows =
          outcomes.entrySet().stream()
              .filter(entry -> entry.getKey().kind() == kind)
              .map(entry -> row(entry.getKey(), entry.getValue()))
              .toList();
      if (!rows.isEmpty()) {
        text.append(".A ").append(kind.unit()).append('\n').append(HEAD);
        rows.forEach(row -> text.append(row).append('\n'));
        text.append("|===\n\n");
      }
    }
    return text.toString();
  }

  /**
   * The costs over one broker, where each kind was measured.
   *
   * @param receivers the members of a room but the sender
   */
  Optional<Costs> costs(Broker broker, int receivers) {
    Map<Kind, Map<Part, Line>> micros = new EnumMap<>(Kind.class);
    Map<Kind, Line> bytes = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      int units = kind == Kind.MESSAGES ? receivers : 1;
      Map<Part, Line> parts = new EnumMap<>(Part.class);
      for (Part part : Part.values()) {
        parts.put(part, line(kind, broker, run -> run.micros().get(part)).times(units));
      }
      micros.put(kind, parts);
      bytes.put(kind, line(kind, broker, Trial.Outcome::bytes).times(units));
    }
    boolean isComplete = Stream.of(Kind.values()).allMatch(kind -> hasOutcome(kind, broker));
    return isComplete ? Optional.of(new Costs(micros, bytes)) : Optional.empty();
  }

  private boolean hasOutcome(Kind kind, Broker broker) {
    return outcomes.keySet().stream().anyMatch(row -> row.kind() == kind && row.broker() == broker);
  }

  private Line line(Kind kind, Broker broker, ToDoubleFunction<Trial.Outcome> figure) {
    Map<Integer, Double> medians = new TreeMap<>();
    outcomes.forEach(
        (row, runs) -> {
          if (row.kind() == kind && row.broker() == broker) {
            medians.put(row.nodes(), median(runs, figure));
          }
        });
    return Line.through(medians);
  }

  private static String row(Row row, List<Trial.Outcome> runs) {
    List<String> cells = new ArrayList<>();
    cells.add(row.broker().title());
    cells.add(String.valueOf(row.nodes()));
    cells.add(cell(runs, Trial.Outcome::perSecond));
    for (Part part : Part.values()) {
      cells.add(cell(runs, run -> run.micros().get(part)));
    }
    cells.add(number(median(runs, Trial.Outcome::commits)));
    cells.add(number(median(runs, Trial.Outcome::bytes)));
    cells.add(String.format(Locale.ROOT, "%.0f %%", 100 * median(runs, Trial.Outcome::compilers)));
    return "|" + String.join(" |", cells);
  }

  /** The median, and the range where there is more than one run. */
  private static String cell(List<Trial.Outcome> runs, ToDoubleFunction<Trial.Outcome> figure) {
    String median = number(median(runs, figure));
    if (runs.size() == 1) {
      return median;
    }
    double[] sorted = sorted(runs, figure);
    return median + " (" + number(sorted[0]) + " to " + number(sorted[sorted.length - 1]) + ")";
  }

  private static double median(List<Trial.Outcome> runs, ToDoubleFunction<Trial.Outcome> figure) {
    double[] sorted = sorted(runs, figure);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double[] sorted(List<Trial.Outcome> runs, ToDoubleFunction<Trial.Outcome> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  static String number(double value) {
    String form = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, form, value);
  }
}
