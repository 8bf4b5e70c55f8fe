package dev.parley.war.servers;

/** On WildFly, over a data source whose driver is deployed beside the WAR. */
class WildFlyPostgresIT extends PostgresRedeployContract {
  @Override
  ApplicationServer start(ServerSetup setup) {
    return WildFly.start(setup);
  }
}
