package dev.parley.war.scale;

import dev.parley.war.faults.BrokerProcess;
import java.util.Locale;

/** The brokers between the nodes. */
enum Broker {
  NATS,
  REDIS;

  BrokerProcess start() {
    return this == NATS ? BrokerProcess.nats() : BrokerProcess.redis();
  }

  /** Its name for people. */
  String title() {
    return this == NATS ? "NATS" : "Redis";
  }

  static Broker of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
