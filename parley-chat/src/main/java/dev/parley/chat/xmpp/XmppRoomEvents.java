package dev.parley.chat.xmpp;

import dev.parley.chat.ChatMessage;

/** Receives what happens in a room. The methods do not block. */
interface XmppRoomEvents {

  /** Takes a message. */
  void message(ChatMessage message);

  /** Takes note that messages before the next one may be missing. */
  void missed();
}
