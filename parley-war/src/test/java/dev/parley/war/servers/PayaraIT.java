package dev.parley.war.servers;

/** On Payara Micro: Jersey and Grizzly. */
class PayaraIT extends ServerConversation {
  @Override
  ApplicationServer start() {
    return PayaraMicro.start();
  }
}
