package dev.parley.chat.xmpp;

import static dev.parley.Eventually.eventually;

import dev.parley.chat.ChatBackendContract;
import dev.parley.chat.ChatEmulation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract at a real server. */
abstract class XmppServerContract extends ChatBackendContract {

  @RegisterExtension final XmppServerExtension server = new XmppServerExtension(this::newServer);

  /** A server, which is started. */
  protected abstract XmppServerProcess newServer() throws Exception;

  @Override
  protected final ChatEmulation newEmulation() {
    return new XmppEmulation(server.server());
  }

  @Test
  final void thousandMessages_whileTheServerRestarts_areInOneOrderOnce() throws Exception {
    ChatEmulation before = emulation();
    CompletableFuture<Void> restart =
        CompletableFuture.runAsync(
            () -> {
              eventually("a system", () -> emulation() != before && emulation() != null);
              while (emulation().room(topic("planning")).size() < 100) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
              }
              emulation().cut();
            });
    postAmongFaults(250);
    restart.get(1, TimeUnit.SECONDS);
  }
}
