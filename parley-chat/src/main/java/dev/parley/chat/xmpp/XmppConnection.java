package dev.parley.chat.xmpp;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.RoomNames;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smackx.disco.ServiceDiscoveryManager;
import org.jxmpp.jid.impl.JidCreate;

/** The account of a Parley at an XMPP server. The id of a room is its address. */
final class XmppConnection implements ChatConnection {
  private static final int MAX_NAME = 60;

  private final ChatAddress address;
  private final XmppSettings settings;
  private final XmppTuning tuning;
  private final XmppRooms rooms;
  private final XmppPosts posts;
  private final XmppDelivery delivery;
  private final XmppSession session;

  /** An account that is not logged in. */
  XmppConnection(
      ChatAddress address, XmppSettings settings, XmppTuning tuning, ChatListener listener) {
    this.address = address;
    this.settings = settings;
    this.tuning = tuning;
    this.posts = new XmppPosts(tuning.reply());
    this.delivery = new XmppDelivery(listener);
    XmppRoomEntry entrance =
        new XmppRoomEntry(settings, tuning, Set.copyOf(address.rooms().values()), true);
    this.rooms = new XmppRooms(entrance, posts, delivery);
    this.session = new XmppSession(settings, tuning, rooms, posts, delivery);
  }

  /**
   * Logs in, checks the rights, and enters the rooms that the address names.
   *
   * @throws ChatFailure {@code REFUSED} with one sentence, or {@code UNREACHABLE}
   */
  void open() {
    boolean isOpen = false;
    try {
      XmppLink link = session.open();
      XmppStart start = new XmppStart(settings, tuning, delivery, link);
      start.checkService();
      if (address.rooms().isEmpty()) {
        start.checkRooms();
      }
      for (String room : address.rooms().values()) {
        var unused = rooms.enter(room, link);
      }
      session.start();
      delivery.connected();
      isOpen = true;
    } finally {
      if (!isOpen) {
        session.close();
      }
    }
  }

  private String roomOf(TopicName topic) {
    return address
        .roomOf(topic)
        .orElseGet(
            () -> tuning.roomPrefix() + RoomNames.of(topic, MAX_NAME) + "@" + settings.service());
  }

  @Override
  public Optional<String> find(TopicName topic) {
    String room = roomOf(topic);
    if (rooms.isUsed(room)) {
      return Optional.of(room);
    }
    try {
      var unused =
          ServiceDiscoveryManager.getInstanceFor(session.link().connection())
              .discoverInfo(JidCreate.entityBareFromOrThrowUnchecked(room));
      return Optional.of(room);
    } catch (XMPPException.XMPPErrorException absent) {
      ChatFailure failure = XmppErrors.of(absent);
      if (failure.kind() == ChatFailure.Kind.REFUSED) {
        return Optional.empty();
      }
      throw failure;
    } catch (SmackException | InterruptedException away) {
      throw XmppErrors.of(away);
    }
  }

  @Override
  public Optional<TopicName> topicOf(String room) {
    return address.topicOf(room);
  }

  @Override
  public String open(TopicName topic) {
    String room = roomOf(topic);
    var unused = rooms.enter(room, session.link());
    return room;
  }

  @Override
  public Original send(String room, OutgoingMessage message) {
    XmppMembership entry = rooms.enter(room, session.link());
    return posts.send(entry.link(), room, entry.room().write(message));
  }

  @Override
  public List<ChatMessage> history(String room, Optional<Original> after, int limit) {
    return new XmppArchive(rooms.enter(room, session.link())).read(after, limit);
  }

  @Override
  public boolean hasHistory() {
    return true;
  }

  @Override
  public boolean echoes() {
    return true;
  }

  @Override
  public boolean isReachable() {
    return session.isUp();
  }

  @Override
  public void close() {
    session.close();
  }
}
