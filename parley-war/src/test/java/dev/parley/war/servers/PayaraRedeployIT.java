package dev.parley.war.servers;

/** On Payara Micro, over a pool of its own. */
class PayaraRedeployIT extends RedeployContract {
  @Override
  ApplicationServer start(ServerSetup setup) {
    return PayaraMicro.start(setup);
  }
}
