package dev.parley.war.servers;

/** Two nodes of WildFly. */
class WildFlyClusterIT extends ClusterContract {
  @Override
  ApplicationServer start(ServerSetup setup) {
    return WildFly.start(setup);
  }

  /** Both: the WAR depends on the module of the driver. */
  @Override
  int listening() {
    return 2;
  }
}
