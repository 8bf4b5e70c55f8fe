package dev.parley.chat;

import dev.parley.chat.emulator.Faults;
import dev.parley.message.TopicName;
import java.util.List;
import java.util.Optional;

/** A chat system of the tests: real or emulated, with rooms in which people write. */
public interface ChatEmulation extends AutoCloseable {

  /** What people see of a message. */
  record Seen(String id, String author, String text, Optional<String> inReplyTo) {}

  /** A login of the account of a Parley, all of them the same account, not connected. */
  ChatSystem system();

  /**
   * Has a person, who is made where absent, write to the room of a topic, which is made where
   * absent.
   *
   * @return the id of the message
   */
  String write(TopicName topic, String person, String text, Optional<String> inReplyTo);

  /** What people see in the room of a topic, in its order. */
  List<Seen> room(TopicName topic);

  /**
   * Ends all streams of events, as a restart of the system does; they may connect again at once.
   */
  void cut();

  /** Has nobody reach the system from now on, or everybody again. */
  void away(boolean isAway);

  /** The faults that it makes. */
  Faults faults();

  /** Whether it can make the faults of {@link #faults}; a real server cannot. */
  default boolean makesFaults() {
    return true;
  }

  /** Whether two Parleys with one account see each other's messages. */
  default boolean isShared() {
    return true;
  }

  /** The process of a real server, while it runs. */
  default Optional<ProcessHandle> process() {
    return Optional.empty();
  }

  @Override
  void close();
}
