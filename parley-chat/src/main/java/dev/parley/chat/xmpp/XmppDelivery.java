package dev.parley.chat.xmpp;

import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;

/** The way to the listener of a connection, until it is closed. */
final class XmppDelivery {
  private final ChatListener listener;
  private boolean isClosed;

  XmppDelivery(ChatListener listener) {
    this.listener = listener;
  }

  /** The events of a room. */
  XmppRoomEvents of(String room) {
    return new XmppRoomEvents() {
      @Override
      public void message(ChatMessage message) {
        pass(room, message);
      }

      @Override
      public void missed() {
        miss(room);
      }
    };
  }

  private synchronized void pass(String room, ChatMessage message) {
    if (!isClosed) {
      var unused = listener.message(room, message); // what is not stored is read from the archive
    }
  }

  private synchronized void miss(String room) {
    if (!isClosed) {
      listener.missed(room);
    }
  }

  /** Reports that messages come. */
  synchronized void connected() {
    if (!isClosed) {
      listener.connected();
    }
  }

  /** Calls the listener no more. */
  synchronized void close() {
    isClosed = true;
  }
}
