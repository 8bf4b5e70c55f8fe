package dev.parley.war.faults;

/** Faults of two nodes whose durable topics are carried by NATS. */
class NatsNodeFaultsIT extends NodeFaults {
  NatsNodeFaultsIT() {
    super(Carrier.NATS);
  }
}
