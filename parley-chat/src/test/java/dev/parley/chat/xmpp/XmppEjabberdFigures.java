package dev.parley.chat.xmpp;

/** The figures over ejabberd, whose archive is in SQL as the set-up page recommends. */
class XmppEjabberdFigures extends XmppServerFigures {
  @Override
  protected XmppServerProcess newServer() throws Exception {
    return XmppEjabberd.startedWithSql();
  }
}
