package dev.parley.war.scale;

import java.util.List;
import java.util.stream.Stream;

/**
 * The load of a deployment on each of its resources: agents of given habits, at measured and
 * assumed costs. Agents behave alike, and nothing comes in bursts.
 */
final class ScaleModel {
  /** A million agents in three layouts; the last one is one cell of 25. */
  static final List<Layout> LAYOUTS =
      List.of(
          new Layout("spread", 1_000_000, 100, true),
          new Layout("by workspace", 1_000_000, 100, false),
          new Layout("cell", 40_000, 4, true));

  private static final double MICROS = 1e6;
  private static final double MAX_AGENTS = 1e12;
  private static final int STEPS = 100;
  private static final double HEARTBEAT_SECONDS = 30;
  private static final double SIGN_OF_LIFE_SECONDS = 5;
  private static final double POLLS_PER_SECOND = 2;
  private static final double POOL_SIZE = 10;
  private static final double MAX_BODY_BYTES = 8_192;

  private final Costs nats;
  private final Costs redis;
  private final Habits habits;
  private final UnitCosts costs;

  ScaleModel(Costs nats, Costs redis, Habits habits, UnitCosts costs) {
    this.nats = nats;
    this.redis = redis;
    this.habits = habits;
    this.costs = costs;
  }

  /** The load on each resource. */
  List<Demand> demands(Layout layout) {
    return Stream.of(ofNode(layout), ofDatabase(layout), ofNats(layout), ofRedis(layout))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * The agents at which the load on a resource reaches its limit, on the same nodes; infinite where
   * agents do not matter.
   */
  double endsAt(Layout layout, String resource) {
    double enough = 0;
    double tooMany = MAX_AGENTS;
    for (int step = 0; step < STEPS; step++) {
      double agents = (enough + tooMany) / 2;
      if (share(layout.with(agents), resource) > 1) {
        tooMany = agents;
      } else {
        enough = agents;
      }
    }
    return enough == 0 || tooMany == MAX_AGENTS ? Double.POSITIVE_INFINITY : enough;
  }

  private double share(Layout layout, String resource) {
    return demands(layout).stream()
        .filter(demand -> demand.resource().equals(resource))
        .mapToDouble(Demand::share)
        .sum();
  }

  private List<Demand> ofNode(Layout layout) {
    double calls =
        messages(layout) * nats.micros(Kind.MESSAGES, Part.NODES).at(roomNodes(layout))
            + posts(layout) * nats.micros(Kind.POSTS, Part.NODES).at(roomNodes(layout))
            + claims(layout) * nats.micros(Kind.CLAIMS, Part.NODES).at(1);
    double presence = presenceEvents(layout) * presenceNodes(layout) * costs.presenceMicros();
    double polls = polls(layout) * costs.pollNodeMicros();
    double known = layout.agents() * presenceNodes(layout);
    double bytes = layout.agents() * costs.streamBytes() + known * costs.presenceHeapBytes();
    double each = layout.nodes();
    return List.of(
        new Demand("Node, cores: calls and deliveries", calls / MICROS / each, 8),
        new Demand("Node, cores: presence", presence / MICROS / each, 8),
        new Demand("Node, cores: polls of sessions", polls / MICROS / each, 8),
        new Demand("Node, GB: streams and presence", bytes / 1e9 / each, 16));
  }

  private List<Demand> ofDatabase(Layout layout) {
    double claims = claims(layout) * nats.micros(Kind.CLAIMS, Part.POSTGRESQL).at(1);
    double upkeep = layout.nodes() * nats.micros(Kind.IDLE, Part.POSTGRESQL).perNode();
    return List.of(
        new Demand("PostgreSQL, cores: claims", claims / MICROS, 32),
        new Demand(
            "PostgreSQL, cores: checkpoints",
            checkpoints(layout) * costs.checkpointMicros() / MICROS,
            32),
        new Demand(
            "PostgreSQL, cores: delivery ledger",
            ledgerRows(layout) * costs.ledgerMicros() / MICROS,
            32),
        new Demand(
            "PostgreSQL, cores: polls of sessions",
            polls(layout) * costs.pollDatabaseMicros() / MICROS,
            32),
        new Demand("PostgreSQL, cores: upkeep of nodes", upkeep / MICROS, 32),
        new Demand("PostgreSQL, connections", layout.nodes() * POOL_SIZE, 500));
  }

  private List<Demand> ofNats(Layout layout) {
    double copy = nats.micros(Kind.MESSAGES, Part.BROKER).perNode();
    double messages =
        messages(layout) * nats.micros(Kind.MESSAGES, Part.BROKER).at(roomNodes(layout))
            + posts(layout) * nats.micros(Kind.POSTS, Part.BROKER).at(roomNodes(layout));
    double presence = presenceBodies(layout) * (1 + presenceNodes(layout)) * copy;
    double signs = followed(layout) / SIGN_OF_LIFE_SECONDS * copy;
    double bytes =
        messages(layout) * nats.bytes(Kind.MESSAGES).at(roomNodes(layout))
            + posts(layout) * nats.bytes(Kind.POSTS).at(roomNodes(layout))
            + presenceEvents(layout) * costs.presenceBytes() * (1 + presenceNodes(layout));
    return List.of(
        new Demand("NATS, cores: messages and posts", messages / MICROS, 16),
        new Demand("NATS, cores: presence", presence / MICROS, 16),
        new Demand("NATS, cores: signs of life", signs / MICROS, 16),
        new Demand("NATS, followed topics", followed(layout), 100_000),
        new Demand("NATS, MB a second", bytes / 1e6, 1_250));
  }

  private List<Demand> ofRedis(Layout layout) {
    double messages =
        messages(layout) * redis.micros(Kind.MESSAGES, Part.BROKER).at(roomNodes(layout))
            + posts(layout) * redis.micros(Kind.POSTS, Part.BROKER).at(roomNodes(layout));
    double streams =
        (rooms(layout) * roomNodes(layout) + workspaces(layout) * presenceNodes(layout))
            / layout.nodes();
    double wakes =
        layout.nodes() * POLLS_PER_SECOND
            + posts(layout) * roomNodes(layout)
            + presenceBodies(layout) * presenceNodes(layout);
    double names = wakes * streams * costs.redisNameMicros();
    return List.of(
        new Demand("Redis, cores: messages and posts", messages / MICROS, 1),
        new Demand("Redis, cores: names of streams", names / MICROS, 1));
  }

  private double messages(Layout layout) {
    return sent(layout) * (1 - habits.durableShare());
  }

  private double posts(Layout layout) {
    return sent(layout) * habits.durableShare();
  }

  private double sent(Layout layout) {
    return layout.agents() * habits.messagesPerMinute() / 60;
  }

  private double claims(Layout layout) {
    return layout.agents() * habits.claimsPerHour() / 3_600;
  }

  private double rooms(Layout layout) {
    return layout.agents() / habits.roomSize();
  }

  private double workspaces(Layout layout) {
    return layout.agents() / habits.workspaceSize();
  }

  private double roomNodes(Layout layout) {
    return layout.nodesOf(habits.roomSize());
  }

  private double presenceNodes(Layout layout) {
    return layout.nodesOf(habits.workspaceSize());
  }

  /** Heartbeats of connections a second. */
  private double presenceEvents(Layout layout) {
    return layout.agents() / HEARTBEAT_SECONDS;
  }

  /** Messages that carry them: one for each workspace of a node, more where one is too small. */
  private double presenceBodies(Layout layout) {
    double agents = habits.workspaceSize() / presenceNodes(layout);
    double bodies = Math.ceil(agents * costs.presenceBytes() / MAX_BODY_BYTES);
    return workspaces(layout) * presenceNodes(layout) * bodies / HEARTBEAT_SECONDS;
  }

  /** Each node looks twice a second at each session it knows, and once at each workspace. */
  private double polls(Layout layout) {
    double workspaces = workspaces(layout) * presenceNodes(layout);
    return POLLS_PER_SECOND * (rooms(layout) * roomNodes(layout) + workspaces);
  }

  /** Rows a second: one for each connection that a second brings a message. */
  private double checkpoints(Layout layout) {
    return layout.agents() * (1 - Math.exp(-received()));
  }

  /** Rows a second: one for each agent that a second brings a post. */
  private double ledgerRows(Layout layout) {
    return layout.agents() * (1 - Math.exp(-received() * habits.durableShare()));
  }

  /** Messages and posts that an agent receives a second. */
  private double received() {
    return habits.messagesPerMinute() / 60 * (habits.roomSize() - 1);
  }

  /** Consumers at NATS: of the two topics of each room and of presence, one for each node. */
  private double followed(Layout layout) {
    return 2 * rooms(layout) * roomNodes(layout) + workspaces(layout) * presenceNodes(layout);
  }
}
