package dev.parley.war.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScaleModelTest {
  /** Rooms of two and workspaces of four: 600 agents send 10 a second. */
  private static final Habits HABITS = new Habits(1, 0.5, 6, 2, 4);

  private static final Layout TOGETHER = new Layout("by workspace", 600, 10, false);
  private static final Layout SPREAD = new Layout("spread", 600, 10, true);

  private final ScaleModel model =
      new ScaleModel(
          costs(100, 10),
          costs(100, 10),
          HABITS,
          new UnitCosts(5, 50, 200, 30, 40, 2, new UnitCosts.Bytes(1e6, 1e3, 100)));

  @Test
  void group_isOnOneNode_orOnAsManyAsChanceHasIt() {
    assertThat(TOGETHER.nodesOf(2)).isEqualTo(1);
    assertThat(SPREAD.nodesOf(1)).isCloseTo(1, within(1e-9));
    assertThat(SPREAD.nodesOf(2)).isCloseTo(1.9, within(1e-9));
    assertThat(SPREAD.nodesOf(1_000)).isCloseTo(10, within(1e-9));
  }

  @Test
  void calls_costWhatWasMeasured_forTheNodesOfARoom() {
    // 5 messages and 5 posts at 110 µs, 1 claim at 110 µs, on 10 nodes
    assertLoad(TOGETHER, "Node, cores: calls and deliveries", 11 * 110e-6 / 10);
    assertLoad(SPREAD, "Node, cores: calls and deliveries", (10 * 119e-6 + 110e-6) / 10);
  }

  @Test
  void presence_isRead_byEachNodeOfTheWorkspace() {
    assertLoad(TOGETHER, "Node, cores: presence", 20 * 5e-6 / 10);
    assertLoad(SPREAD, "Node, cores: presence", 20 * 3.439 * 5e-6 / 10);
  }

  @Test
  void sessions_areLookedAt_twiceASecondByEachNodeThatKnowsThem() {
    // 300 sessions and 150 workspaces
    assertLoad(TOGETHER, "PostgreSQL, cores: polls of sessions", 2 * 450 * 200e-6);
    assertLoad(
        SPREAD, "PostgreSQL, cores: polls of sessions", 2 * (300 * 1.9 + 150 * 3.439) * 200e-6);
  }

  @Test
  void checkpoints_areRowsOfTheConnectionsThatReceived() {
    double connections = 600 * (1 - Math.exp(-1 / 60.0));
    assertLoad(TOGETHER, "PostgreSQL, cores: checkpoints", connections * 30e-6);
    assertLoad(SPREAD, "PostgreSQL, cores: checkpoints", connections * 30e-6);
    double readers = 600 * (1 - Math.exp(-0.5 / 60.0));
    assertLoad(SPREAD, "PostgreSQL, cores: delivery ledger", readers * 40e-6);
  }

  @Test
  void followedTopics_areTwoOfEachRoom_andOneOfEachWorkspace() {
    assertLoad(TOGETHER, "NATS, followed topics", 2 * 300 + 150);
    assertLoad(SPREAD, "NATS, followed topics", 2 * 300 * 1.9 + 150 * 3.439);
  }

  @Test
  void namesOfStreams_areReadAgain_withEachWakeUp() {
    double wakes = 10 * 2 + 5 + 150 / 30.0;
    assertLoad(TOGETHER, "Redis, cores: names of streams", wakes * 45 * 2e-6);
  }

  @Test
  void resource_ends_whereItsLoadReachesTheLimit() {
    // 900 polls a second of 200 µs are 0.18 of 32 cores
    assertThat(model.endsAt(TOGETHER, "PostgreSQL, cores: polls of sessions"))
        .isCloseTo(600 * 32 / 0.18, within(1.0));
    assertThat(model.endsAt(TOGETHER, "PostgreSQL, connections")).isInfinite();
  }

  /** Twice the agents follow twice the streams, and wake their readers twice as often. */
  @Test
  void namesOfStreams_growWithTheSquareOfTheAgents() {
    double agents = model.endsAt(TOGETHER, "Redis, cores: names of streams");
    double wakes = 20 + agents / 60;
    double streams = agents * (0.5 + 0.25) / 10;

    assertThat(wakes * streams * 2e-6).isCloseTo(1, within(1e-6));
  }

  private void assertLoad(Layout layout, String resource, double load) {
    assertThat(model.demands(layout))
        .filteredOn(demand -> demand.resource().equals(resource))
        .singleElement()
        .satisfies(demand -> assertThat(demand.load()).isCloseTo(load, within(load * 1e-6)));
  }

  private static Costs costs(double base, double perNode) {
    Map<Kind, Map<Part, Line>> micros = new EnumMap<>(Kind.class);
    Map<Kind, Line> bytes = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Map<Part, Line> parts = new EnumMap<>(Part.class);
      for (Part part : Part.values()) {
        parts.put(part, new Line(base, perNode));
      }
      micros.put(kind, parts);
      bytes.put(kind, new Line(base, perNode));
    }
    return new Costs(micros, bytes);
  }
}
