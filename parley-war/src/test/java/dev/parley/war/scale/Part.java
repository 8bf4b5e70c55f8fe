package dev.parley.war.scale;

/** The groups of processes whose CPU time is told apart. */
enum Part {
  NODES,
  POSTGRESQL,
  BROKER,
  DRIVER
}
