package dev.parley.chat.xmpp;

import static dev.parley.Eventually.eventually;

import dev.parley.chat.ChatBackendContract;
import dev.parley.chat.ChatEmulation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract at a real server. */
abstract class XmppServerContract extends ChatBackendContract {
  private XmppServerProcess server;

  /** A server, which is started. */
  protected abstract XmppServerProcess newServer() throws Exception;

  @BeforeAll
  final void startServer() throws Exception {
    server = newServer();
  }

  @AfterAll
  final void closeServer() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Override
  protected final ChatEmulation newEmulation() {
    return new XmppEmulation(server);
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
    thousandAmongFaults(250);
    restart.get(1, TimeUnit.SECONDS);
  }
}
