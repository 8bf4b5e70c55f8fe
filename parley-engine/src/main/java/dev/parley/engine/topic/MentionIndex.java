package dev.parley.engine.topic;

import dev.parley.id.ConnectionId;
import dev.parley.message.Mentions;
import dev.parley.message.Message;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;

/** Whom the newest messages of a topic name; only those that name somebody are remembered. */
final class MentionIndex {
  private static final int KEPT = 256;

  private record Naming(long seq, ConnectionId by, List<String> names) {}

  private final ArrayDeque<Naming> namings = new ArrayDeque<>();
  private volatile long newest;

  void take(Message message) {
    if (message.text().indexOf('@') < 0) {
      return;
    }
    List<String> names = Mentions.in(message.draft().body());
    if (!names.isEmpty()) {
      synchronized (namings) {
        namings.addLast(new Naming(message.seq(), message.sender().connection(), names));
        if (namings.size() > KEPT) {
          namings.removeFirst();
        }
      }
      newest = message.seq();
    }
  }

  /** How many messages after {@code seq}, by others, none of the answered, name one of names. */
  long after(long seq, AnsweredSeqs answered, ConnectionId self, Set<String> names) {
    if (newest <= seq) {
      return 0;
    }
    synchronized (namings) {
      return namings.stream()
          .filter(naming -> naming.seq() > seq && !naming.by().equals(self))
          .filter(naming -> !answered.contains(naming.seq()))
          .filter(naming -> naming.names().stream().anyMatch(names::contains))
          .count();
    }
  }
}
