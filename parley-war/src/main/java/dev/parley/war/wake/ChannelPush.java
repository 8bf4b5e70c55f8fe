package dev.parley.war.wake;

/** The channel pushes of a connection, beside those of messages. */
public interface ChannelPush {
  /** The pushes of a client that gets none. */
  ChannelPush NONE =
      new ChannelPush() {
        @Override
        public boolean isOpen() {
          return false;
        }

        @Override
        public void push(String text) {}
      };

  /** Returns true if a stream is open. */
  boolean isOpen();

  /** Pushes {@code text}; nothing happens where no stream is open. */
  void push(String text);
}
