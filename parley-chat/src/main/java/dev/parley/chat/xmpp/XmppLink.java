package dev.parley.chat.xmpp;

import dev.parley.chat.ChatFailure;
import dev.parley.engine.logging.Masking;
import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jivesoftware.smack.ConnectionConfiguration.SecurityMode;
import org.jivesoftware.smack.ConnectionListener;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPConnection;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.provider.ProviderManager;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smackx.ping.PingManager;

/**
 * One stream to a server, from its login to its end. It is not resumed: the next one is another
 * link. Each has a resource of its own, so that two Parleys may use one account.
 */
final class XmppLink {
  private static final System.Logger LOG = System.getLogger(XmppLink.class.getName());
  private static final Duration LOGOUT = Duration.ofSeconds(2);

  static {
    // The one of the library drops the ranges, which replies need.
    ProviderManager.removeExtensionProvider("fallback", "urn:xmpp:fallback:0");
  }

  /** Receives what comes. The methods are called by one thread at a time and do not block. */
  interface Events {
    /** Takes a message or presence. */
    void stanza(XmppLink link, Stanza stanza);

    /** Takes note of the end, which nobody here asked for. Called once. */
    void closed(XmppLink link, Exception reason);
  }

  private final XMPPTCPConnection connection;
  private final Events events;
  private final AtomicBoolean isEnded = new AtomicBoolean();

  private XmppLink(XMPPTCPConnection connection, Events events) {
    this.connection = connection;
    this.events = events;
  }

  /** Connects and logs in. */
  static XmppLink open(XmppSettings settings, Duration reply, Events events)
      throws SmackException, IOException, XMPPException, InterruptedException {
    XMPPTCPConnection connection = new XMPPTCPConnection(configuration(settings, reply));
    connection.setReplyTimeout(reply.toMillis());
    connection.setUseStreamManagement(false);
    connection.setParsingExceptionCallback(
        unreadable ->
            LOG.log(System.Logger.Level.DEBUG, "An XMPP stanza is skipped: it has no valid form."));
    XmppLink link = new XmppLink(connection, events);
    connection.addSyncStanzaListener(
        stanza -> events.stanza(link, stanza),
        stanza -> stanza instanceof Message || stanza instanceof Presence);
    connection.addConnectionListener(link.new Ends());
    boolean isIn = false;
    try {
      connection.connect().login();
      isIn = true;
      return link;
    } finally {
      if (!isIn) {
        link.isEnded.set(true);
        connection.instantShutdown();
      }
    }
  }

  private static XMPPTCPConnectionConfiguration configuration(XmppSettings settings, Duration reply)
      throws IOException {
    XmppServer server = settings.server();
    XMPPTCPConnectionConfiguration.Builder builder =
        XMPPTCPConnectionConfiguration.builder()
            .setXmppDomain(server.domain())
            .setUsernameAndPassword(settings.account().getLocalpart(), settings.password())
            .setResource("parley-" + random())
            .setConnectTimeout((int) reply.toMillis())
            .setSecurityMode(server.isPlain() ? SecurityMode.disabled : SecurityMode.required);
    if (!server.host().isEmpty() || server.port() >= 0) {
      builder.setHost(server.host().isEmpty() ? server.domain() : server.host());
    }
    if (server.port() >= 0) {
      builder.setPort(server.port());
    }
    server.trust().ifPresent(builder::setCustomX509TrustManager);
    return builder.build();
  }

  /** Eight digits that no other login has. */
  static String random() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
  }

  /** The connection of the library. */
  XMPPConnection connection() {
    return connection;
  }

  /** Returns true if the stream is open. */
  boolean isUp() {
    return !isEnded.get() && connection.isAuthenticated();
  }

  /**
   * Sends a stanza.
   *
   * @throws ChatFailure {@code UNREACHABLE}: it was not sent
   */
  void send(Stanza stanza) {
    try {
      connection.sendStanza(stanza);
    } catch (SmackException.NotConnectedException | InterruptedException away) {
      throw XmppErrors.of(away);
    }
  }

  /** Ends the stream where the server does not answer any more. */
  void check() throws InterruptedException {
    try {
      if (!PingManager.getInstanceFor(connection).pingMyServer(false)) {
        end(new IOException("the server does not answer"));
      }
    } catch (SmackException away) {
      end(away);
    }
  }

  /** Ends the stream as if the network had. */
  void end(Exception reason) {
    if (isEnded.compareAndSet(false, true)) {
      connection.instantShutdown();
      events.closed(this, reason);
    }
  }

  /** Logs out. */
  void close() {
    isEnded.set(true);
    connection.setReplyTimeout(LOGOUT.toMillis());
    connection.disconnect();
  }

  /** Reports the end of the stream. */
  private final class Ends implements ConnectionListener {
    @Override
    public void connectionClosed() {
      ended(new IOException("the server ended the stream"));
    }

    @Override
    public void connectionClosedOnError(Exception reason) {
      ended(reason);
    }

    private void ended(Exception reason) {
      if (isEnded.compareAndSet(false, true)) {
        LOG.log(System.Logger.Level.DEBUG, "The XMPP stream ended. {0}", Masking.message(reason));
        events.closed(XmppLink.this, reason);
      }
    }
  }
}
