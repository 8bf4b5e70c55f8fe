package dev.parley.chat;

import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.LocalLog;
import java.util.List;
import java.util.Set;

/** The rooms of this Parley that one account of a chat system mirrors. */
final class ChatMirrors implements Subscription {
  private final MirrorLogin login;
  private final List<RoomMirror> rooms;

  /**
   * Mirrors to be started.
   *
   * @param log the rooms, connected for as long as the mirrors are open
   */
  ChatMirrors(ChatSystem system, Set<TopicName> topics, LocalLog log, ChatSettings settings) {
    this.login = new MirrorLogin(system, log, topics, settings);
    this.rooms =
        topics.stream()
            .map(topic -> new RoomMirror(topic, system.name(), login, log, settings))
            .toList();
  }

  void start() {
    rooms.forEach(RoomMirror::start);
  }

  @Override
  public void close() {
    rooms.forEach(RoomMirror::end);
    login.close();
    rooms.forEach(RoomMirror::close);
  }
}
