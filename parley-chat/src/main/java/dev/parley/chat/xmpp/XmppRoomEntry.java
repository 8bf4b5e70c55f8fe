package dev.parley.chat.xmpp;

import dev.parley.chat.ChatFailure;
import dev.parley.engine.logging.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smackx.disco.ServiceDiscoveryManager;
import org.jivesoftware.smackx.mam.MamManager;
import org.jivesoftware.smackx.muc.MUCAffiliation;
import org.jivesoftware.smackx.muc.MultiUserChat;
import org.jivesoftware.smackx.muc.MultiUserChatException.MucAlreadyJoinedException;
import org.jivesoftware.smackx.muc.MultiUserChatManager;
import org.jivesoftware.smackx.muc.packet.MUCUser;
import org.jivesoftware.smackx.xdata.form.FillableForm;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.jid.parts.Resourcepart;

/** The way into rooms, which makes those that are absent and checks the others. */
final class XmppRoomEntry {
  private static final System.Logger LOG = System.getLogger(XmppRoomEntry.class.getName());
  private static final long LOCKED_MS = 100;
  private static final int NICKNAMES = 3;

  /** Another one that made a room has configured it by then, unless it was stopped. */
  private static final Duration HALF_MADE = Duration.ofSeconds(2);

  private static final String PERSISTENT = "muc#roomconfig_persistentroom";
  private static final String WHOIS = "muc#roomconfig_whois";

  /** The fields of servers for one setting. */
  private static final List<String> ARCHIVED = List.of("muc#roomconfig_enablearchiving", "mam");

  private final XmppSettings settings;
  private final XmppTuning tuning;
  private final Set<String> named;
  private final boolean isToLast;

  /**
   * The entry into rooms.
   *
   * @param named the rooms that belong to people: how they are configured does not change
   * @param isToLast whether rooms that are made stay when nobody is in them
   */
  XmppRoomEntry(XmppSettings settings, XmppTuning tuning, Set<String> named, boolean isToLast) {
    this.settings = settings;
    this.tuning = tuning;
    this.named = named;
    this.isToLast = isToLast;
  }

  /** Enters a room. */
  XmppMembership enter(XmppLink link, XmppRoom room) {
    MultiUserChat chat =
        MultiUserChatManager.getInstanceFor(link.connection()).getMultiUserChat(room.jid());
    try {
      enter(chat);
      boolean isFit = false;
      try {
        XmppAuthors authors = checked(link, room, chat);
        isFit = true;
        return new XmppMembership(room, link, chat, authors);
      } finally {
        if (!isFit) {
          leave(chat);
        }
      }
    } catch (XMPPException.XMPPErrorException refused) {
      throw failure(room.jid(), refused);
    } catch (MucAlreadyJoinedException confused) {
      link.end(confused);
      throw ChatFailure.unreachable("entered twice", confused);
    } catch (SmackException | XMPPException | InterruptedException away) {
      throw XmppErrors.of(away);
    }
  }

  private void enter(MultiUserChat chat)
      throws SmackException, XMPPException, InterruptedException {
    long deadline = System.nanoTime() + tuning.reply().toNanos();
    Resourcepart nickname = settings.nickname();
    for (int taken = 0; ; ) {
      try {
        var made =
            chat.createOrJoin(
                chat.getEnterConfigurationBuilder(nickname)
                    .requestNoHistory()
                    .timeoutAfter(tuning.reply().toMillis())
                    .build());
        if (made != null) {
          configure(chat);
        }
        return;
      } catch (XMPPException.XMPPErrorException refused) {
        if (XmppErrors.is(refused, StanzaError.Condition.conflict) && ++taken < NICKNAMES) {
          nickname =
              Resourcepart.fromOrThrowUnchecked(settings.nickname() + "-" + XmppLink.random());
        } else if (XmppErrors.isNotFound(refused) && System.nanoTime() - deadline < 0) {
          Thread.sleep(LOCKED_MS); // another one has made it and configures it
        } else {
          throw refused;
        }
      }
    }
  }

  private void configure(MultiUserChat chat)
      throws SmackException, XMPPException, InterruptedException {
    boolean isDone = false;
    try {
      FillableForm form = chat.getConfigurationForm().getFillableForm();
      if (form.hasField(PERSISTENT)) {
        form.setAnswer(PERSISTENT, isToLast);
      }
      for (String field : ARCHIVED) {
        if (form.hasField(field)) {
          form.setAnswer(field, true);
        }
      }
      if (form.hasField(WHOIS)) {
        form.setAnswer(WHOIS, "anyone");
      }
      chat.sendConfigurationForm(form);
      isDone = true;
    } finally {
      if (!isDone) {
        leave(chat); // it ends with its last occupant
      }
    }
  }

  private XmppAuthors checked(XmppLink link, XmppRoom room, MultiUserChat chat)
      throws SmackException, XMPPException, InterruptedException {
    long deadline = System.nanoTime() + HALF_MADE.toNanos();
    boolean isToMend = !named.contains(room.jid().toString());
    for (; ; ) {
      boolean isArchived = MamManager.getInstanceFor(chat).isSupported();
      boolean showsAccounts =
          ServiceDiscoveryManager.getInstanceFor(link.connection())
              .discoverInfo(room.jid())
              .containsFeature("muc_nonanonymous");
      if (isToMend && !(isArchived && showsAccounts) && isOwner(chat)) {
        configure(chat);
        isToMend = false;
      } else if (isArchived && (showsAccounts || !room.ownId().isEmpty())) {
        return new XmppAuthors(settings, showsAccounts, room.ownId());
      } else if (System.nanoTime() - deadline > 0) {
        throw unfit(room.jid(), isArchived);
      } else {
        Thread.sleep(LOCKED_MS);
      }
    }
  }

  private static boolean isOwner(MultiUserChat chat) {
    Presence own =
        chat.getOccupantPresence(JidCreate.entityFullFrom(chat.getRoom(), chat.getNickname()));
    MUCUser user = own == null ? null : MUCUser.from(own);
    return user != null
        && user.getItem() != null
        && user.getItem().getAffiliation() == MUCAffiliation.owner;
  }

  private static ChatFailure unfit(EntityBareJid room, boolean isArchived) {
    return ChatFailure.refused(
        isArchived
            ? "the room " + room + " hides the accounts of people; let anyone see them (whois)"
            : "the room "
                + room
                + " has no message archive (XEP-0313), so history would be lost; switch it on");
  }

  private static void leave(MultiUserChat chat) throws InterruptedException {
    try {
      var unused = chat.leave();
    } catch (SmackException | XMPPException left) {
      LOG.log(System.Logger.Level.DEBUG, "A room is left. {0}", Masking.message(left));
    }
  }

  private ChatFailure failure(EntityBareJid room, XMPPException.XMPPErrorException refused) {
    ChatFailure failure = XmppErrors.of(refused);
    if (failure.kind() != ChatFailure.Kind.REFUSED) {
      return failure;
    }
    String account = settings.account().toString();
    String reason =
        switch (refused.getStanzaError().getCondition()) {
          case registration_required -> account + " is no member of the room " + room;
          case not_authorized -> "the room " + room + " wants a password";
          case not_allowed, forbidden ->
              account + " may neither make nor enter the room " + room + "; allow it one of them";
          default -> "the room " + room + " cannot be entered";
        };
    return ChatFailure.refused(reason + " (" + failure.getMessage() + ")");
  }
}
