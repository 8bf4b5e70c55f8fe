package dev.parley.chat.xmpp;

import dev.parley.engine.concurrent.BoundedMap;
import java.util.Map;
import java.util.Optional;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smackx.muc.packet.MUCItem;
import org.jivesoftware.smackx.muc.packet.MUCUser;
import org.jxmpp.jid.BareJid;

/** The accounts behind the nicknames of a room that shows them. */
final class XmppOccupants {
  private static final int MAX = 5_000;

  /** Guarded by {@code this}. */
  private final Map<String, BareJid> byNickname = new BoundedMap<>(MAX);

  /** Takes note of a presence of the room. */
  synchronized void take(String nickname, Presence presence) {
    if (presence.getType() == Presence.Type.unavailable) {
      byNickname.remove(nickname);
    } else if (presence.getType() == Presence.Type.available) {
      MUCUser user = MUCUser.from(presence);
      MUCItem item = user == null ? null : user.getItem();
      if (item != null && item.getJid() != null) {
        byNickname.put(nickname, item.getJid().asBareJid());
      }
    }
  }

  /** The account of a nickname; empty where it is not known. */
  synchronized Optional<BareJid> account(String nickname) {
    return Optional.ofNullable(byNickname.get(nickname));
  }

  /** Forgets all. */
  synchronized void clear() {
    byNickname.clear();
  }
}
