package dev.parley.chat.xmpp;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jivesoftware.smack.ConnectionConfiguration.SecurityMode;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.StanzaCollector;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.packet.ExtensionElement;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.MessageBuilder;
import org.jivesoftware.smack.packet.StanzaBuilder;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smackx.mam.MamManager;
import org.jivesoftware.smackx.mam.MamManager.MamQuery;
import org.jivesoftware.smackx.mam.MamManager.MamQueryArgs;
import org.jivesoftware.smackx.mam.element.MamElements.MamResultExtension;
import org.jivesoftware.smackx.muc.MultiUserChat;
import org.jivesoftware.smackx.muc.MultiUserChatManager;
import org.jivesoftware.smackx.sid.element.StanzaIdElement;
import org.jivesoftware.smackx.xdata.form.FillableForm;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.parts.Resourcepart;

/** A person who writes in rooms by a client of the library. */
final class XmppPerson implements AutoCloseable {
  private static final int PATIENCE_MS = 5_000;
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A call that may fail while the server is away. */
  private interface Call<T> {
    T call() throws SmackException, XMPPException, IOException, InterruptedException;
  }

  private final XmppServerProcess server;
  private final String account;
  private final Map<EntityBareJid, MultiUserChat> chats = new HashMap<>();
  private XMPPTCPConnection connection;

  XmppPerson(XmppServerProcess server, String account) {
    this.server = server;
    this.account = account;
  }

  /** The connection of this person, who is logged in. */
  synchronized XMPPTCPConnection connection()
      throws SmackException, XMPPException, IOException, InterruptedException {
    if (connection == null || !connection.isAuthenticated()) {
      chats.clear();
      connection = login(server, account, "client-" + UUID.randomUUID());
    }
    return connection;
  }

  /** A login with a resource. */
  static XMPPTCPConnection login(XmppServerProcess server, String account, String resource)
      throws SmackException, XMPPException, IOException, InterruptedException {
    XMPPTCPConnection made =
        new XMPPTCPConnection(
            XMPPTCPConnectionConfiguration.builder()
                .setXmppDomain(XmppServerProcess.DOMAIN)
                .setHostAddress(InetAddress.getLoopbackAddress())
                .setPort(server.port())
                .setUsernameAndPassword(account, XmppServerProcess.PASSWORD)
                .setResource(resource)
                .setSecurityMode(SecurityMode.disabled)
                .build());
    made.setReplyTimeout(PATIENCE_MS);
    made.setUseStreamManagement(false);
    made.connect().login();
    return made;
  }

  /** Enters a room under a name, and makes it where it is absent. */
  synchronized MultiUserChat enter(EntityBareJid room, String nickname) {
    return repeated(() -> entered(room, nickname));
  }

  private MultiUserChat entered(EntityBareJid room, String nickname)
      throws SmackException, XMPPException, IOException, InterruptedException {
    XMPPTCPConnection open = connection();
    MultiUserChat known = chats.get(room);
    if (known != null && known.isJoined()) {
      return known;
    }
    MultiUserChat chat = MultiUserChatManager.getInstanceFor(open).getMultiUserChat(room);
    Resourcepart name = Resourcepart.from(nickname);
    var made =
        chat.createOrJoin(chat.getEnterConfigurationBuilder(name).requestNoHistory().build());
    if (made != null) {
      FillableForm form = chat.getConfigurationForm().getFillableForm();
      form.setAnswer("muc#roomconfig_persistentroom", true);
      for (String archived : List.of("muc#roomconfig_enablearchiving", "mam")) {
        if (form.hasField(archived)) {
          form.setAnswer(archived, true);
        }
      }
      form.setAnswer("muc#roomconfig_whois", "anyone");
      chat.sendConfigurationForm(form);
    }
    chats.put(room, chat);
    return chat;
  }

  /**
   * Writes a message once, however often the server is away meanwhile.
   *
   * @return the id that the room gives it
   */
  synchronized String write(
      EntityBareJid room, String nickname, String text, ExtensionElement... more) {
    String id = UUID.randomUUID().toString();
    Date[] tried = {null};
    return repeated(
        () -> {
          MultiUserChat chat = entered(room, nickname);
          if (tried[0] != null) {
            for (MamResultExtension old : archive(chat, Optional.of(tried[0]))) {
              if (id.equals(old.getForwarded().getForwardedStanza().getStanzaId())) {
                return old.getId();
              }
            }
          }
          if (tried[0] == null) {
            tried[0] = Date.from(Instant.now().truncatedTo(ChronoUnit.SECONDS));
          }
          return sent(message(room, id, text, more));
        });
  }

  private static Message message(
      EntityBareJid room, String id, String text, ExtensionElement... more) {
    MessageBuilder message =
        StanzaBuilder.buildMessage(id).to(room).ofType(Message.Type.groupchat).setBody(text);
    for (ExtensionElement element : more) {
      message.addExtension(element);
    }
    return message.build();
  }

  private String sent(Message message)
      throws SmackException, XMPPException, IOException, InterruptedException {
    try (StanzaCollector back =
        connection()
            .createStanzaCollectorAndSend(
                stanza ->
                    stanza instanceof Message && message.getStanzaId().equals(stanza.getStanzaId()),
                message)) {
      Message came = back.nextResultOrThrow(PATIENCE_MS);
      StanzaIdElement id = came.getExtension(StanzaIdElement.class);
      return id == null ? "" : id.getId();
    }
  }

  /** The whole archive of a room. */
  synchronized List<MamResultExtension> archive(EntityBareJid room, String nickname) {
    return repeated(() -> archive(entered(room, nickname), Optional.empty()));
  }

  private static List<MamResultExtension> archive(MultiUserChat chat, Optional<Date> since)
      throws SmackException, XMPPException, InterruptedException {
    MamManager archive = MamManager.getInstanceFor(chat);
    if (!archive.isSupported()) {
      throw new IllegalStateException("no archive");
    }
    List<MamResultExtension> all = new ArrayList<>();
    for (; ; ) {
      MamQueryArgs.Builder args = MamQueryArgs.builder().setResultPageSizeTo(50);
      since.ifPresent(args::limitResultsSince);
      if (!all.isEmpty()) {
        args.afterUid(all.get(all.size() - 1).getId());
      }
      MamQuery page = archive.queryArchive(args.build());
      all.addAll(page.getPage().getMamResultExtensions());
      if (page.isComplete()) {
        return all;
      }
    }
  }

  private <T> T repeated(Call<T> call) {
    long deadline = System.nanoTime() + BOUND_NANOS;
    for (; ; ) {
      try {
        return call.call();
      } catch (SmackException | XMPPException | IOException | InterruptedException away) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(account, away);
        }
        close();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
  }

  /** Leaves all rooms. */
  synchronized void leaveAll() {
    for (MultiUserChat chat : chats.values()) {
      try {
        chat.leave();
      } catch (SmackException | XMPPException | InterruptedException gone) {
        close();
        return;
      }
    }
    chats.clear();
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      connection.instantShutdown();
      connection = null;
    }
    chats.clear();
  }
}
