/** Durable rooms in the group chats of an XMPP server. */
@NullMarked
package dev.parley.chat.xmpp;

import org.jspecify.annotations.NullMarked;
