package dev.parley.chat;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Parleys that are connected to one system, each with a database. */
final class ChatParleys implements AutoCloseable {
  private final List<ChatBackend> backends = new ArrayList<>();
  private final List<LogDatabase> databases = new ArrayList<>();

  /** A new database. */
  LogDatabase database() {
    LogDatabase made = new LogDatabase();
    databases.add(made);
    return made;
  }

  /** A Parley with a new database, connected. */
  ChatBackend connect(ChatSystem system, ChatSettings settings) {
    return connect(system, settings, database());
  }

  /** A Parley, connected. */
  ChatBackend connect(ChatSystem system, ChatSettings settings, LogDatabase database) {
    ChatBackend made = new ChatBackend(system, database.log(), settings, InstantSource.system());
    backends.add(made);
    made.connect();
    return made;
  }

  @Override
  public void close() {
    backends.forEach(ChatBackend::disconnect);
    databases.forEach(LogDatabase::close);
  }
}
