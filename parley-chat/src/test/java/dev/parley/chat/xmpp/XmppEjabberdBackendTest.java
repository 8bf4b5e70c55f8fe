package dev.parley.chat.xmpp;

import org.junit.jupiter.api.Tag;

/** The contract at ejabberd. */
@Tag("chat")
class XmppEjabberdBackendTest extends XmppServerContract {
  @Override
  protected XmppServerProcess newServer() throws Exception {
    return XmppEjabberd.started();
  }
}
