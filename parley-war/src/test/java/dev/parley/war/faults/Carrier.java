package dev.parley.war.faults;

import java.util.Optional;

/** What two nodes over one PostgreSQL carry their durable topics with. */
enum Carrier {
  POSTGRESQL,
  REDIS,
  NATS;

  /** Its broker, running; none where the database carries the topics itself. */
  Optional<BrokerProcess> start() {
    return switch (this) {
      case POSTGRESQL -> Optional.empty();
      case REDIS -> Optional.of(BrokerProcess.redis());
      case NATS -> Optional.of(BrokerProcess.nats());
    };
  }
}
