package dev.parley.chat.xmpp;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real server for all tests of a class, which has one instance. */
final class XmppServerExtension implements BeforeAllCallback, AfterAllCallback {
  private final Callable<XmppServerProcess> starts;
  private XmppServerProcess server;

  /**
   * A server that is started before the first test.
   *
   * @param starts returns a server, which is started
   */
  XmppServerExtension(Callable<XmppServerProcess> starts) {
    this.starts = starts;
  }

  XmppServerProcess server() {
    return server;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    server = starts.call();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (server != null) {
      server.close();
    }
  }
}
