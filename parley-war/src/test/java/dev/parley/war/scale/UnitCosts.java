package dev.parley.war.scale;

/**
 * Costs of single events, measured apart or assumed; the page says which.
 *
 * @param presenceMicros node CPU for a heartbeat of another node's connection
 * @param pollNodeMicros node CPU for a look at a session
 * @param pollDatabaseMicros CPU of PostgreSQL for it
 * @param checkpointMicros CPU of PostgreSQL for the checkpoint of a connection, one of a batch
 * @param ledgerMicros CPU of PostgreSQL for a row of the delivery ledger, one of a batch
 * @param redisNameMicros CPU of Redis for the name of a stream in a read
 * @param memory bytes that do not depend on calls
 */
record UnitCosts(
    double presenceMicros,
    double pollNodeMicros,
    double pollDatabaseMicros,
    double checkpointMicros,
    double ledgerMicros,
    double redisNameMicros,
    Bytes memory) {

  /**
   * Sizes.
   *
   * @param stream memory of a node for an agent with an event stream
   * @param presenceHeap memory of each node for an agent that is somewhere
   * @param presenceEvent a heartbeat on the wire
   */
  record Bytes(double stream, double presenceHeap, double presenceEvent) {}

  static final UnitCosts MEASURED =
      new UnitCosts(6, 140, 107, 7, 22, 0.9, new Bytes(20_000, 600, 85));

  double streamBytes() {
    return memory.stream();
  }

  double presenceHeapBytes() {
    return memory.presenceHeap();
  }

  double presenceBytes() {
    return memory.presenceEvent();
  }
}
