package dev.parley.war.servers;

/** Two nodes of WildFly. */
class WildFlyClusterIT extends ClusterContract {
  @Override
  ApplicationServer start(ServerSetup setup) {
    return WildFly.start(setup);
  }
}
