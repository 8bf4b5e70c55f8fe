package dev.parley.chat.xmpp;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatFigures;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The figures over a real server. */
abstract class XmppServerFigures extends ChatFigures {

  @RegisterExtension final XmppServerExtension server = new XmppServerExtension(this::newServer);

  /** A server, which is started. */
  protected abstract XmppServerProcess newServer() throws Exception;

  @Override
  protected final ChatEmulation newEmulation() {
    return new XmppEmulation(server.server());
  }
}
