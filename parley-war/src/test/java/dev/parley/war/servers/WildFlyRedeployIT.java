package dev.parley.war.servers;

/** On WildFly, over a data source of its subsystem that takes no part in JTA. */
class WildFlyRedeployIT extends RedeployContract {
  @Override
  ApplicationServer start(ServerSetup setup) {
    return WildFly.start(setup);
  }
}
