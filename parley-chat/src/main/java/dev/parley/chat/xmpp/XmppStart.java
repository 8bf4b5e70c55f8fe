package dev.parley.chat.xmpp;

import dev.parley.chat.ChatFailure;
import dev.parley.engine.logging.Masking;
import java.util.Set;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smackx.disco.ServiceDiscoveryManager;
import org.jivesoftware.smackx.disco.packet.DiscoverInfo;
import org.jxmpp.jid.DomainBareJid;
import org.jxmpp.jid.impl.JidCreate;

/** The checks before an account is used. */
final class XmppStart {
  private static final System.Logger LOG = System.getLogger(XmppStart.class.getName());
  private static final String GROUP_CHAT = "http://jabber.org/protocol/muc";

  private final XmppSettings settings;
  private final XmppTuning tuning;
  private final XmppDelivery delivery;
  private final XmppLink link;

  /** The checks of a login. */
  XmppStart(XmppSettings settings, XmppTuning tuning, XmppDelivery delivery, XmppLink link) {
    this.settings = settings;
    this.tuning = tuning;
    this.delivery = delivery;
    this.link = link;
  }

  /** Checks that there is a service for group chats. */
  void checkService() {
    DomainBareJid service = settings.service();
    boolean isOne;
    try {
      DiscoverInfo info =
          ServiceDiscoveryManager.getInstanceFor(link.connection()).discoverInfo(service);
      isOne = info.containsFeature(GROUP_CHAT);
    } catch (XMPPException.XMPPErrorException absent) {
      isOne = false;
    } catch (SmackException | InterruptedException away) {
      throw XmppErrors.of(away);
    }
    if (!isOne) {
      throw ChatFailure.refused(
          "the server of "
              + settings.server().domain()
              + " has no group chat service (XEP-0045) "
              + service);
    }
  }

  /** Checks that the account may make rooms that have an archive, by one that it destroys. */
  void checkRooms() {
    String id =
        tuning.roomPrefix() + "parley-check-" + XmppLink.random() + "@" + settings.service();
    XmppRoom room =
        new XmppRoom(
            JidCreate.entityBareFromOrThrowUnchecked(id),
            new XmppRoomEntry(settings, tuning, Set.of(), false),
            delivery.of(id));
    XmppMembership entry = room.enter(link);
    try {
      entry.chat().destroy("", null);
    } catch (SmackException | XMPPException left) {
      LOG.log(System.Logger.Level.DEBUG, "A room is left. {0}", Masking.message(left));
    } catch (InterruptedException ended) {
      throw XmppErrors.of(ended);
    }
  }
}
