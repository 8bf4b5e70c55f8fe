package dev.parley.war.servers;

/** On Payara Micro, over a pool whose driver is given with {@code --addlibs}. */
class PayaraPostgresIT extends PostgresRedeployContract {
  @Override
  ApplicationServer start(ServerSetup setup) {
    return PayaraMicro.start(setup);
  }
}
