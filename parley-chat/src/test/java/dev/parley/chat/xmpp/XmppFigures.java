package dev.parley.chat.xmpp;

/** The figures over Prosody. */
class XmppFigures extends XmppServerFigures {
  @Override
  protected XmppServerProcess newServer() throws Exception {
    return XmppProsody.started();
  }
}
