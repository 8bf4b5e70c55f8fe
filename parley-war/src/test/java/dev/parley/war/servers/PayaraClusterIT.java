package dev.parley.war.servers;

/** Two nodes of Payara Micro. */
class PayaraClusterIT extends ClusterContract {
  @Override
  ApplicationServer start(ServerSetup setup) {
    return PayaraMicro.start(setup);
  }

  /** None: the driver of the server is another than that of the WAR. */
  @Override
  int listening() {
    return 0;
  }
}
