package dev.parley.war.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScaleTableTest {
  private final ScaleTable table = new ScaleTable();

  @Test
  void row_hasTheMedianOfItsRuns_andTheirRange() {
    add(Kind.POSTS, 1, 30);
    add(Kind.POSTS, 1, 10);
    add(Kind.POSTS, 1, 20);

    assertThat(table.text()).contains("|NATS |1 |20.0 (10.0 to 30.0) |20.0 (10.0 to 30.0) |");
    assertThat(table.faults()).isEmpty();
  }

  @Test
  void fault_ofARun_isKeptWithItsRow() {
    Trial.Outcome outcome = new Trial.Outcome(1, parts(1), 0, 0, 0, List.of("claims won twice: 1"));
    table.add(Kind.CLAIMS, Broker.REDIS, 3, outcome);

    assertThat(table.faults())
        .singleElement()
        .asString()
        .contains("CLAIMS", "REDIS", "3", "claims won twice: 1");
  }

  @Test
  void costs_areThereOnceEachKindIsMeasured_andCountAMessageWithItsDeliveries() {
    for (Kind kind : Kind.values()) {
      assertThat(table.costs(Broker.NATS, 9)).isEmpty();
      add(kind, 1, 10);
      add(kind, 3, 14);
    }

    Costs costs = table.costs(Broker.NATS, 9).orElseThrow();
    assertThat(costs.micros(Kind.POSTS, Part.NODES)).isEqualTo(new Line(8, 2));
    assertThat(costs.micros(Kind.MESSAGES, Part.NODES)).isEqualTo(new Line(72, 18));
  }

  private void add(Kind kind, int nodes, double figure) {
    Trial.Outcome outcome =
        new Trial.Outcome(figure, parts(figure), 0.1, figure, figure, List.of());
    table.add(kind, Broker.NATS, nodes, outcome);
  }

  private static Map<Part, Double> parts(double figure) {
    Map<Part, Double> parts = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      parts.put(part, figure);
    }
    return parts;
  }
}
