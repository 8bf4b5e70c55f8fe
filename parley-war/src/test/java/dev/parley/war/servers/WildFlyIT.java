package dev.parley.war.servers;

/** On WildFly: RESTEasy and Undertow. */
class WildFlyIT extends ServerConversation {
  @Override
  ApplicationServer start() {
    return WildFly.start();
  }
}
