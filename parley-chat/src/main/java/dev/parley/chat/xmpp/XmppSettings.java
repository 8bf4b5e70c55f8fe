package dev.parley.chat.xmpp;

import java.util.Set;
import org.jxmpp.jid.BareJid;
import org.jxmpp.jid.DomainBareJid;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.parts.Resourcepart;

/**
 * An account, and its part in group chats.
 *
 * @param server its server
 * @param account its address
 * @param password its password
 * @param service the service that has the rooms
 * @param nickname its name in rooms
 * @param trusted the accounts of other Parleys
 */
record XmppSettings(
    XmppServer server,
    EntityBareJid account,
    String password,
    DomainBareJid service,
    Resourcepart nickname,
    Set<BareJid> trusted) {

  /** Returns true if {@code other} is the account of a Parley. */
  boolean isParley(BareJid other) {
    return account.equals(other) || trusted.contains(other);
  }

  @Override
  public String toString() {
    return account + " at " + service;
  }
}
