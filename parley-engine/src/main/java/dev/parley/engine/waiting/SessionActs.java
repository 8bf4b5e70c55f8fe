package dev.parley.engine.waiting;

import dev.parley.id.AgentId;
import dev.parley.waiting.WaitingItem.Kind;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last acts in a session after a number: they say which messages are answered. */
final class SessionActs {
  private static final int MAX_ROWS = 5_000;

  /** Messages about acts answer nothing; the flags 0 and 2 are of messages without metadata. */
  private static final String SENT =
      """
      SELECT m.sender, m.recipient, MAX(m.key.seq) FROM SessionMessage m
      WHERE m.key.session = :session AND m.key.seq > :after
        AND (m.flags = 0 OR m.flags = 2
          OR NOT EXISTS (SELECT e.name FROM SessionMessageMetadata e
            WHERE e.place.session = m.key.session AND e.place.seq = m.key.seq
              AND e.name = 'parley.event'))
      GROUP BY m.sender, m.recipient
      """;

  private static final String ACTED =
      """
      SELECT e.agent, MAX(e.key.seq) FROM SessionEvent e
      WHERE e.key.session = :session AND e.key.seq > :after AND e.agent IS NOT NULL
        AND e.kind NOT IN ('MEMORY_CHANGED', 'SUMMARY_SAVED')
      GROUP BY e.agent
      """;

  private final String person;
  private final long after;

  /** The last act of each agent. */
  private final Map<String, Long> acted = new HashMap<>();

  /** The last message to each agent alone. */
  private final Map<String, Long> written = new HashMap<>();

  /** The last message of the person to each agent alone. */
  private final Map<String, Long> answered = new HashMap<>();

  /** The last message of the person to everyone. */
  private long saidToAll;

  private SessionActs(AgentId person, long after) {
    this.person = person.value();
    this.after = after;
  }

  /** Reads the acts after {@code after} in the session of a key. */
  static SessionActs read(EntityManager entities, String session, long after, AgentId person) {
    SessionActs acts = new SessionActs(person, after);
    rows(entities, SENT, session, after)
        .forEach(row -> acts.sent((String) row[0], (String) row[1], number(row[2])));
    rows(entities, ACTED, session, after)
        .forEach(row -> acts.acted.merge((String) row[0], number(row[1]), Math::max));
    return acts;
  }

  /** Returns the number after which they are read. */
  long after() {
    return after;
  }

  private static List<Object[]> rows(
      EntityManager entities, String jpql, String session, long after) {
    return entities
        .createQuery(jpql, Object[].class)
        .setParameter("session", session)
        .setParameter("after", after)
        .setMaxResults(MAX_ROWS)
        .getResultList();
  }

  private static long number(Object column) {
    return ((Number) column).longValue();
  }

  private void sent(String sender, @Nullable String to, long seq) {
    acted.merge(sender, seq, Math::max);
    if (to != null) {
      written.merge(to, seq, Math::max);
    }
    if (sender.equals(person)) {
      if (to == null) {
        saidToAll = Math.max(saidToAll, seq);
      } else {
        answered.merge(to, seq, Math::max);
      }
    }
  }

  /** Returns the kind of item that a message of the session is; empty for an answered one. */
  Optional<Kind> kindOf(AddressedMessage message) {
    String from = message.from().value();
    boolean isOpen = isBefore(acted.get(from), message); // its sender did nothing since
    Kind direct = message.isQuestion() && isOpen ? Kind.QUESTION : Kind.MESSAGE;
    return switch (message.to()) {
      case PERSON -> isBefore(answered.get(from), message) ? Optional.of(direct) : Optional.empty();
      case PEOPLE -> isBefore(written.get(from), message) ? Optional.of(direct) : Optional.empty();
      case EVERYONE ->
          isOpen && isBefore(written.get(from), message)
              ? Optional.of(Kind.QUESTION)
              : Optional.empty();
      case MENTIONED ->
          saidToAll <= message.seq() && isBefore(answered.get(from), message)
              ? Optional.of(Kind.MENTION)
              : Optional.empty();
    };
  }

  private static boolean isBefore(@Nullable Long seq, AddressedMessage message) {
    return seq == null || seq <= message.seq();
  }
}
