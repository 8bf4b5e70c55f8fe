package dev.parley.war.servers;

/** Two nodes of Payara Micro. */
class PayaraClusterIT extends ClusterContract {
  @Override
  ApplicationServer start(ServerSetup setup) {
    return PayaraMicro.start(setup);
  }
}
