package dev.parley.chat;

import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.spi.LocalLog;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The login that the mirrors of one account share. */
final class MirrorLogin implements AutoCloseable {
  private final ChatSystem system;
  private final LocalLog log;
  private final Set<TopicName> mirrored;
  private final ChatSettings settings;
  private @Nullable ChatTopics current;
  private boolean isClosed;

  MirrorLogin(ChatSystem system, LocalLog log, Set<TopicName> mirrored, ChatSettings settings) {
    this.system = system;
    this.log = log;
    this.mirrored = mirrored;
    this.settings = settings;
  }

  /** Returns the topics of the login, which is made where there is none. */
  synchronized ChatTopics topics() {
    if (isClosed) {
      throw new ParleyException(new Unavailable(system.name(), settings.retry()));
    }
    ChatTopics open = current;
    if (open == null) {
      open = ChatTopics.connect(system, log, mirrored, settings);
      current = open;
    }
    return open;
  }

  /** Ends the login if it does not reach the system, so that the next call logs in again. */
  synchronized void endIfUnreachable() {
    ChatTopics open = current;
    if (open != null && !open.isReachable()) {
      current = null;
      open.close();
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    ChatTopics open = current;
    current = null;
    if (open != null) {
      open.close();
    }
  }
}
