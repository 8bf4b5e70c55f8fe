package dev.parley.war.faults;

/** Faults of two nodes whose durable topics are carried by Redis. */
class RedisNodeFaultsIT extends NodeFaults {
  RedisNodeFaultsIT() {
    super(Carrier.REDIS);
  }
}
