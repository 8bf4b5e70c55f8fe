package dev.parley.chat.xmpp;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatMessage;
import dev.parley.engine.logging.Masking;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.packet.StanzaError;
import org.jxmpp.jid.Jid;
import org.jxmpp.jid.impl.JidCreate;

/** The rooms that are in use. */
final class XmppRooms {
  private static final System.Logger LOG = System.getLogger(XmppRooms.class.getName());

  private final XmppRoomEntry entrance;
  private final XmppPosts posts;
  private final XmppDelivery delivery;
  private final Map<String, XmppRoom> byId = new ConcurrentHashMap<>();

  /** No rooms yet. */
  XmppRooms(XmppRoomEntry entrance, XmppPosts posts, XmppDelivery delivery) {
    this.entrance = entrance;
    this.posts = posts;
    this.delivery = delivery;
  }

  /**
   * Enters a room, which is in use from now on unless it refuses this account.
   *
   * @throws ChatFailure as {@link XmppRoom#enter}
   */
  XmppMembership enter(String id, XmppLink link) {
    return enter(
        byId.computeIfAbsent(
            id,
            first ->
                new XmppRoom(
                    JidCreate.entityBareFromOrThrowUnchecked(id), entrance, delivery.of(id))),
        link);
  }

  private XmppMembership enter(XmppRoom room, XmppLink link) {
    try {
      return room.enter(link);
    } catch (ChatFailure failure) {
      if (failure.kind() == ChatFailure.Kind.REFUSED) {
        byId.remove(room.jid().toString(), room);
      }
      throw failure;
    }
  }

  /** Returns true if a room is in use. */
  boolean isUsed(String id) {
    return byId.containsKey(id);
  }

  /**
   * Takes a stanza.
   *
   * @return whether this account is out of a room now
   */
  boolean take(XmppLink link, Stanza stanza) {
    Jid from = stanza.getFrom();
    XmppRoom room = from == null ? null : byId.get(from.asBareJid().toString());
    if (room == null) {
      return false;
    }
    if (stanza instanceof Presence presence) {
      return room.take(link, presence);
    }
    if (stanza instanceof Message message) {
      return message.getType() == Message.Type.error
          ? isRefused(room, message)
          : take(link, room, message);
    }
    return false;
  }

  private boolean take(XmppLink link, XmppRoom room, Message stanza) {
    Optional<ChatMessage> message = room.read(link, stanza);
    if (message.isPresent()) {
      String id = room.jid().toString();
      if (message.get().author().isParley() && stanza.getStanzaId() != null) {
        posts.isSent(id, stanza.getStanzaId(), message.get().original());
      }
      room.pass(link, message.get());
    }
    return false;
  }

  private boolean isRefused(XmppRoom room, Message stanza) {
    StanzaError error = stanza.getError();
    if (error == null || stanza.getStanzaId() == null) {
      return false;
    }
    StanzaError.Condition condition = error.getCondition();
    boolean isLost =
        condition == StanzaError.Condition.not_acceptable
            || condition == StanzaError.Condition.item_not_found;
    posts.isRefused(
        room.jid().toString(),
        stanza.getStanzaId(),
        isLost
            ? ChatFailure.unreachable("the room has lost this account", null)
            : XmppErrors.of(error));
    return isLost;
  }

  /**
   * Enters the rooms that this account was in and is no longer. A room that refuses it is no longer
   * in use.
   *
   * @return true if it is in all of them
   */
  boolean enterAll(XmppLink link) {
    boolean isInAll = true;
    for (XmppRoom room : lost(link)) {
      try {
        var unused = enter(room, link);
      } catch (ChatFailure failure) {
        boolean isRefused = failure.kind() == ChatFailure.Kind.REFUSED;
        isInAll &= isRefused;
        LOG.log(
            System.Logger.Level.WARNING,
            isRefused
                ? "The room {0} is not entered again. {1}"
                : "The room {0} could not be entered; retrying. {1}",
            room.jid(),
            Masking.message(failure));
      }
    }
    return isInAll;
  }

  /** Returns true if this account was in a room, but is not in it by {@code link}. */
  boolean hasLost(XmppLink link) {
    return !lost(link).isEmpty();
  }

  private List<XmppRoom> lost(XmppLink link) {
    return byId.values().stream().filter(room -> room.isLost(link)).toList();
  }

  /** Asks the rooms for this account, and ends the login where one has lost it. */
  void check(XmppLink link) throws InterruptedException {
    for (XmppRoom room : byId.values()) {
      room.check(link);
    }
  }
}
