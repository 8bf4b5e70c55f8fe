package dev.parley.chat.xmpp;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.engine.logging.Masking;
import java.util.Map;
import java.util.Optional;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smackx.muc.packet.MUCUser;
import org.jivesoftware.smackx.ping.packet.Ping;
import org.jspecify.annotations.Nullable;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.Jid;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.jid.parts.Resourcepart;

/** A room, and the part of this account in it. */
final class XmppRoom {
  private static final System.Logger LOG = System.getLogger(XmppRoom.class.getName());
  private static final int MAX_SENDERS = 1_000;

  private final EntityBareJid jid;
  private final XmppRoomEntry entrance;
  private final XmppOccupants occupants = new XmppOccupants();
  private final XmppReader reader;
  private final XmppRoomEvents events;
  private final Object entering = new Object();

  /** Held while a message is passed on, or while a membership begins. */
  private final Object passing = new Object();

  /** The occupants that wrote the newest messages, by their ids; guarded by itself. */
  private final Map<String, String> senders = new BoundedMap<>(MAX_SENDERS);

  private volatile @Nullable XmppLink link;
  private volatile @Nullable XmppMembership entry;
  private volatile boolean wasEntered;
  private volatile String ownId = "";

  /**
   * A room that is not entered.
   *
   * @param events takes its messages
   */
  XmppRoom(EntityBareJid jid, XmppRoomEntry entrance, XmppRoomEvents events) {
    this.jid = jid;
    this.entrance = entrance;
    this.reader = new XmppReader(jid, occupants);
    this.events = events;
  }

  /** Reads its messages. */
  XmppReader reader() {
    return reader;
  }

  /** The address of the room. */
  EntityBareJid jid() {
    return jid;
  }

  /** The id that the room gives this account, known when it is entered; empty for none. */
  String ownId() {
    return ownId;
  }

  /** Returns true if this account was in the room, but not by {@code through}. */
  boolean isLost(XmppLink through) {
    XmppMembership now = entry;
    return wasEntered && (now == null || now.link() != through);
  }

  /**
   * Enters the room, which is made where it is absent. Does nothing where this account is in it.
   *
   * @throws ChatFailure {@code REFUSED} with the reason; {@code UNREACHABLE}
   */
  XmppMembership enter(XmppLink through) {
    synchronized (entering) {
      XmppMembership now = entry;
      if (now != null && now.link() == through) {
        return now;
      }
      occupants.clear();
      ownId = "";
      link = through;
      XmppMembership made = entrance.enter(through, this);
      begin(made);
      return made;
    }
  }

  /** Messages that came earlier are in the archive, which is read before the next one counts. */
  private void begin(XmppMembership made) {
    synchronized (passing) {
      if (wasEntered) {
        events.missed();
      }
      wasEntered = true;
      entry = made;
    }
  }

  /**
   * Takes note of a presence.
   *
   * @return whether this account is out of the room now
   */
  boolean take(XmppLink from, Presence presence) {
    Resourcepart nickname = presence.getFrom().getResourceOrNull();
    if (from != link || nickname == null) {
      return false;
    }
    occupants.take(nickname.toString(), presence);
    MUCUser user = MUCUser.from(presence);
    if (user == null || !user.getStatus().contains(MUCUser.Status.PRESENCE_TO_SELF_110)) {
      return false;
    }
    if (presence.getType() == Presence.Type.available) {
      ownId = XmppAuthors.occupantId(presence);
      return false;
    }
    boolean isOut = !user.getStatus().contains(MUCUser.Status.NEW_NICKNAME_303);
    if (isOut) {
      entry = null;
    }
    return isOut;
  }

  /** Takes a stanza, and returns the message in it; empty where it is none to pass on. */
  Optional<ChatMessage> read(XmppLink from, Message stanza) {
    XmppMembership now = entry;
    if (now == null || now.link() != from) {
      return Optional.empty(); // it is in the archive
    }
    Optional<ChatMessage> message = reader.now(stanza, now.authors());
    Jid sender = stanza.getFrom();
    message.ifPresent(
        read -> {
          synchronized (senders) {
            senders.put(read.original().id(), sender.toString());
          }
        });
    return message;
  }

  /** Passes a message on. */
  void pass(XmppLink from, ChatMessage message) {
    synchronized (passing) {
      XmppMembership now = entry;
      if (now != null && now.link() == from) {
        events.message(message);
      }
    }
  }

  /** The stanza of a message to the room. */
  Message write(OutgoingMessage message) {
    synchronized (senders) {
      return XmppWriter.of(
          jid, message, message.inReplyTo().flatMap(id -> Optional.ofNullable(senders.get(id))));
    }
  }

  /**
   * Returns true if the room knows that this account is in it. A room that does not answer does.
   */
  boolean isStillIn(XmppMembership now) throws InterruptedException {
    try {
      Ping ping = new Ping(JidCreate.fullFrom(jid, now.chat().getNickname()));
      var unused = now.link().connection().sendIqRequestAndWaitForResponse(ping);
      return true;
    } catch (XMPPException.XMPPErrorException answered) {
      return !XmppErrors.is(answered, StanzaError.Condition.not_acceptable)
          && !XmppErrors.isNotFound(answered);
    } catch (SmackException away) {
      LOG.log(System.Logger.Level.DEBUG, "No ping of a room. {0}", Masking.message(away));
      return true;
    }
  }

  /** Ends the login where the room does not know it any more. */
  void check(XmppLink through) throws InterruptedException {
    XmppMembership now = entry;
    if (now != null && now.link() == through && !isStillIn(now)) {
      through.end(new IllegalStateException("the room " + jid + " has lost this account"));
    }
  }
}
