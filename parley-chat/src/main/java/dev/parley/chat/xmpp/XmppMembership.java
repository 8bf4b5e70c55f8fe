package dev.parley.chat.xmpp;

import org.jivesoftware.smackx.muc.MultiUserChat;

/**
 * The part of this account in a room.
 *
 * @param room the room
 * @param link the login that it belongs to
 * @param chat the room in the library
 * @param authors reads the authors of messages
 */
record XmppMembership(XmppRoom room, XmppLink link, MultiUserChat chat, XmppAuthors authors) {}
