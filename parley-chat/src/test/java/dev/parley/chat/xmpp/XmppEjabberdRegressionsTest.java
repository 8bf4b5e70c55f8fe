package dev.parley.chat.xmpp;

import org.junit.jupiter.api.Tag;

/** Faults of ejabberd. */
@Tag("chat")
class XmppEjabberdRegressionsTest extends XmppServerRegressions {
  @Override
  protected XmppServerProcess newServer() throws Exception {
    return XmppEjabberd.started();
  }
}
