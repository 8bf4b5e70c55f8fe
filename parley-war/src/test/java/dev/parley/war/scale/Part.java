package dev.parley.war.scale;

/** The groups of processes whose CPU time is counted apart. */
enum Part {
  NODES,
  POSTGRESQL,
  BROKER,
  DRIVER
}
