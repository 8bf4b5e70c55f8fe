package dev.parley.chat.xmpp;

import org.junit.jupiter.api.Tag;

/** Faults of Prosody. */
@Tag("chat")
class XmppRegressionsTest extends XmppServerRegressions {
  @Override
  protected XmppServerProcess newServer() throws Exception {
    return XmppProsody.started();
  }
}
