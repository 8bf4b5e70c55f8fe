package dev.parley.engine;

import dev.parley.engine.backend.BackendAbilities;
import dev.parley.engine.backend.RenumberedBackend;
import dev.parley.engine.backend.jpa.FullTextIndex;
import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.engine.backend.memory.InMemoryBackend;
import dev.parley.engine.config.ParleyConfig;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.room.RoomBackends;
import dev.parley.engine.room.RoomBackends.ClusterMode;
import dev.parley.engine.room.RoomDirectory;
import dev.parley.engine.room.RoomRows;
import dev.parley.engine.search.LinearSearch;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.BackendContext;
import dev.parley.spi.LocalLog;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Retention;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/** The backends of one Parley: of durable rooms, of ephemeral rooms, and of presence. */
final class Backends {
  private static final System.Logger LOG = System.getLogger(Backends.class.getName());
  private static final int KEPT_BEATS = 64;
  private static final Duration LOOK_FOR_OTHER_NODES = Duration.ofMillis(250);

  private final Database database;
  private final ParleyConfig config;
  private final RoomRows rows;
  private final MessageBackend durable;
  private final BackendAbilities abilities;
  private final Optional<FullTextIndex> words;

  /** Makes the backend of durable rooms; {@link #rooms} connects it. */
  Backends(Database database, ParleyConfig config, RoomRows rows) {
    this.database = database;
    this.config = config;
    this.rows = rows;
    Optional<RenumberedBackend> own =
        config.storage().backend().map(backend -> new RenumberedBackend(backend, rows::highWater));
    this.durable = own.<MessageBackend>map(backend -> backend).orElseGet(this::opened);
    BackendAbilities able =
        own.map(RenumberedBackend::abilities).orElseGet(() -> BackendAbilities.of(durable));
    this.words = words(able);
    this.abilities = able.searchedBy(words);
  }

  private MessageBackend opened() {
    return config
        .storage()
        .bus()
        .map(
            at -> BackendProviders.of("bus", at).durable(at, context(rows::highWater, retention())))
        .orElseGet(() -> inDatabase(rows::highWater, retention()));
  }

  private JpaBackend inDatabase(ToLongFunction<TopicName> seqBefore, Retention kept) {
    return new JpaBackend(
        database.transactions(),
        config.clock(),
        seqBefore,
        LOOK_FOR_OTHER_NODES,
        kept,
        isAlone() ? Optional.empty() : database.notices(),
        config.executor());
  }

  private Retention retention() {
    return config.storage().retention();
  }

  private BackendContext context(ToLongFunction<TopicName> seqBefore, Retention kept) {
    return new BackendContext(config.clock(), seqBefore, kept, inDatabase(seqBefore, kept));
  }

  /** Makes the rooms that are to be mirrored durable, and mirrors them until it is closed. */
  Subscription mirrors(RoomDirectory rooms) {
    if (config.mirrors().isEmpty()) {
      return () -> {};
    }
    BackendContext ofRooms =
        new BackendContext(config.clock(), rows::highWater, retention(), (LocalLog) durable);
    config.mirrors().keySet().forEach(rooms::makeDurable);
    return Mirrors.open(config.mirrors(), ofRooms);
  }

  /** The full-text index of the messages, which the database may have where it stores them. */
  private Optional<FullTextIndex> words(BackendAbilities able) {
    return able.seekable()
        .filter(unused -> areInDatabase() && database.indexesWords())
        .map(index -> new LinearSearch(durable, index))
        .map(unindexed -> new FullTextIndex(database.transactions(), unindexed));
  }

  /** The backends of rooms. */
  RoomBackends rooms() {
    Optional<MessageBackend> broker =
        mode() == ClusterMode.BROKERED
            ? config.storage().bus().map(this::broker)
            : Optional.empty();
    return new RoomBackends(broker, durable, abilities, mode());
  }

  private MessageBackend broker(URI address) {
    return BackendProviders.of("bus", address)
        .ephemeral(
            address, context(rows::reserve, Retention.ofMessages(config.delivery().replay())));
  }

  /**
   * The backend of presence, connected. Nodes announce to each other, in the backend they share,
   * which agents are on which node. A single node has no other to notify, and knows its own agents.
   */
  MessageBackend presence() {
    return config
        .cluster()
        .presenceBackend()
        .orElseGet(
            () -> config.storage().bus().isPresent() || !isAlone() ? durable : ofThisProcess());
  }

  private MessageBackend ofThisProcess() {
    AtomicLong last = new AtomicLong();
    MessageBackend own =
        new InMemoryBackend(
            topic -> last.incrementAndGet(), Ulids::nextMessage, config.clock(), KEPT_BEATS);
    own.connect();
    return own;
  }

  ClusterMode mode() {
    if (isAlone()) {
      return ClusterMode.SINGLE_NODE;
    }
    return config.storage().bus().isPresent() ? ClusterMode.BROKERED : ClusterMode.ALL_DURABLE;
  }

  /** Logs where every room is stored if no backend passes messages on. */
  void logMode() {
    if (mode() == ClusterMode.ALL_DURABLE) {
      LOG.log(
          System.Logger.Level.INFO,
          "Nodes share rooms by the {0} alone: every room is durable, so a message in it is"
              + " kept. With a broker, rooms can be ephemeral.",
          areInDatabase() ? "database" : "backend '" + durable.name() + "'");
    }
  }

  /** Returns whether no other node is over the same database: one that is alone needs no name. */
  boolean isAlone() {
    return config.cluster().isAlone();
  }

  /** Returns whether the database keeps durable rooms. */
  boolean areInDatabase() {
    return config.storage().isInDatabase();
  }

  Optional<FullTextIndex> words() {
    return words;
  }

  /** The parts of the state of a Parley that are the backends'. */
  HealthMonitor.Stores stores() {
    String kept = durable.name();
    return new HealthMonitor.Stores(
        kept, isAlone() ? "memory" : kept, areInDatabase(), abilities.health());
  }
}
