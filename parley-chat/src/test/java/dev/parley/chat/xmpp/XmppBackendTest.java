package dev.parley.chat.xmpp;

import org.junit.jupiter.api.Tag;

/** The contract at Prosody. */
@Tag("chat")
class XmppBackendTest extends XmppServerContract {
  @Override
  protected XmppServerProcess newServer() throws Exception {
    return XmppProsody.started();
  }
}
