package dev.parley.chat;

import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.util.List;
import java.util.Optional;

/**
 * A login to a chat system. All methods block until the system has answered or a time limit of some
 * seconds has passed, and throw {@link ChatFailure}. They do not repeat a call that failed.
 */
public interface ChatConnection extends AutoCloseable {

  /**
   * The id of the room that carries {@code topic}, where there is one that this account may read.
   */
  Optional<String> find(TopicName topic);

  /**
   * The topic that a room carries, where the address says so. Messages that come before anybody has
   * used the topic open it.
   */
  default Optional<TopicName> topicOf(String room) {
    return Optional.empty();
  }

  /**
   * The id of the room that carries {@code topic}, with this account as a member, from whose
   * messages on the listener is called. Makes the room where the system allows it.
   *
   * @throws ChatFailure {@link ChatFailure.Kind#REFUSED} where there is none and it may not be made
   */
  String open(TopicName topic);

  /**
   * Sends a message.
   *
   * @return its id and time, as {@link #history} and the listener report them
   */
  Original send(String room, OutgoingMessage message);

  /**
   * Messages of a room, the oldest first, those of this account included.
   *
   * @param after the message before the first one; where the system has it no longer, its time
   *     counts. Empty: the newest messages
   * @param limit the most messages, 1 or more; the system may return fewer. An empty list means
   *     that there are no more.
   */
  List<ChatMessage> history(String room, Optional<Original> after, int limit);

  /**
   * Returns true if {@link #history} returns what was sent before; otherwise it is always empty.
   */
  boolean hasHistory();

  /** Returns true if the listener is called for messages of this account too. */
  boolean echoes();

  /** Returns true if the system answers now. */
  boolean isReachable();

  /** Logs out. When this returns, the listener is not called any more. */
  @Override
  void close();
}
