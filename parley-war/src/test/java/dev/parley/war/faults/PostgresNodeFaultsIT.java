package dev.parley.war.faults;

/** Faults of two nodes whose durable topics are carried by the database. */
class PostgresNodeFaultsIT extends NodeFaults {
  PostgresNodeFaultsIT() {
    super(Carrier.POSTGRESQL);
  }
}
