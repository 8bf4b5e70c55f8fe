package dev.parley.engine.topic;

import dev.parley.id.ConnectionId;
import dev.parley.message.Mentions;
import dev.parley.message.Message;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;

/**
 * The mentions in the newest messages of a topic; messages without a mention are not remembered.
 */
final class MentionIndex {
  private static final int MAX_REMEMBERED = 256;

  private record Mention(long seq, ConnectionId by, List<String> names) {}

  private final ArrayDeque<Mention> mentions = new ArrayDeque<>();
  private volatile long newest;

  void take(Message message) {
    if (message.text().indexOf('@') < 0) {
      return;
    }
    List<String> names = Mentions.in(message.draft().body());
    if (!names.isEmpty()) {
      synchronized (mentions) {
        mentions.addLast(new Mention(message.seq(), message.sender().connection(), names));
        if (mentions.size() > MAX_REMEMBERED) {
          mentions.removeFirst();
        }
      }
      newest = message.seq();
    }
  }

  /**
   * Counts the messages after {@code seq} by others, none in {@code answered}, that mention one of
   * {@code names}.
   */
  long after(long seq, AnsweredSeqs answered, ConnectionId self, Set<String> names) {
    if (newest <= seq) {
      return 0;
    }
    synchronized (mentions) {
      return mentions.stream()
          .filter(mention -> mention.seq() > seq && !mention.by().equals(self))
          .filter(mention -> !answered.contains(mention.seq()))
          .filter(mention -> mention.names().stream().anyMatch(names::contains))
          .count();
    }
  }
}
