package dev.parley.chat.xmpp;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.MirrorKillContract;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** A mirror at Prosody. */
final class XmppMirrorKillTest extends MirrorKillContract {
  private XmppServerProcess server;

  @Override
  protected ChatEmulation emulation() throws Exception {
    server = XmppProsody.started();
    return new XmppEmulation(server);
  }

  @AfterEach
  void closeServer() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Override
  protected URI address(ChatEmulation emulation) {
    XmppEmulation rooms = (XmppEmulation) emulation;
    return rooms.address("&room.planning=" + rooms.jid(PLANNING));
  }

  @Override
  protected Map<String, String> secrets(ChatEmulation emulation) {
    return Map.of(XmppAddress.PASSWORD, XmppServerProcess.PASSWORD);
  }
}
