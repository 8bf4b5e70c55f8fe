package dev.parley.engine.waiting;

import dev.parley.engine.waiting.AddressedMessage.Addressee;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.WaitingId;
import dev.parley.id.WorkspaceId;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import dev.parley.waiting.WaitingItem.Kind;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One read of the messages that wait for a person: those to the person, those that mention the
 * person, and questions to everyone. Each of the three is read page by page, the newest messages
 * first, until enough of them are open. A page is one query, and each session with a message is two
 * more, or four where messages on several pages are of it.
 */
final class WaitingMessages {
  /** The time for which a message counts. */
  static final Duration MAX_AGE = Duration.ofDays(30);

  /** The number of messages of each sort that are looked at. */
  static final int MAX_LOOKED_AT = 2_000;

  /** The number of changes of a session, the last ones, among which a message counts. */
  private static final long WINDOW = 10_000;

  private static final int MAX_SESSIONS = 50;
  private static final int PAGE = Waiting.MAX_OF_KIND;

  /**
   * Messages about acts have metadata under a reserved key. The recipients are the last condition:
   * H2 sees them first then, and a list of values it sees later is not looked up in the index.
   */
  private static final String DIRECT =
      """
      SELECT s.id, s.name, m.key.seq, m.id, m.sender, SUBSTRING(m.content, 1, 600), m.sentAt,
        m.recipient
      FROM SessionMessage m, Session s
      WHERE s.id = m.key.session AND s.workspace = :workspace
        AND m.sender <> :agent AND m.sentAt > :since AND m.key.seq > s.lastSeq - :window
        AND NOT EXISTS (SELECT e.name FROM SessionMessageMetadata e
          WHERE e.place.session = m.key.session AND e.place.seq = m.key.seq
            AND e.name = 'parley.event')
        AND NOT EXISTS (SELECT d.dismissedAt FROM WaitingDismissal d
          WHERE d.key.workspace = :workspace AND d.key.agent = :agent
            AND d.key.item = CONCAT('message-', m.id))
        AND m.sentAt <= :at AND (m.sentAt < :at OR m.id < :id)
        AND m.recipient IN :names
      ORDER BY m.sentAt DESC, m.id DESC
      """;

  private static final String OPEN_CALLS =
      """
      FROM WaitingCall c
      WHERE c.workspace = :workspace AND c.key.agent IN :names
        AND c.sender <> :agent AND c.sentAt > :since
        AND NOT EXISTS (SELECT d.dismissedAt FROM WaitingDismissal d
          WHERE d.key.workspace = :workspace AND d.key.agent = :agent
            AND d.key.item = CONCAT('message-', c.key.message))
      """;
  private static final String CALLS =
      """
      SELECT c.session, c.place, c.seq, c.key.message, c.sender, c.content, c.sentAt, c.key.agent
      """
          + OPEN_CALLS
          + """
           AND (c.session IS NULL OR EXISTS (SELECT s.id FROM Session s
             WHERE s.id = c.session AND c.seq > s.lastSeq - :window))
           AND c.sentAt <= :at AND (c.sentAt < :at OR c.key.message < :id)
           ORDER BY c.sentAt DESC, c.key.message DESC
          """;
  private static final String CALLS_IN_ROOM =
      "SELECT c.key.message "
          + OPEN_CALLS
          + " AND c.session IS NULL AND c.place = :room ORDER BY c.sentAt DESC";

  private final EntityManager entities;
  private final WorkspaceId workspace;
  private final AgentId agent;
  private final long since;
  private final List<String> names;

  /** The acts in each session after the oldest message that was looked at. */
  private final Map<String, SessionActs> acts = new HashMap<>();

  /**
   * Reads for {@code agent}.
   *
   * @param now the present time, in milliseconds since 1970
   */
  WaitingMessages(EntityManager entities, WorkspaceId workspace, AgentId agent, long now) {
    this.entities = entities;
    this.workspace = workspace;
    this.agent = agent;
    this.names = WaitingRows.names(agent);
    this.since = now - MAX_AGE.toMillis();
  }

  /** Returns the items, each once, in no order. */
  List<WaitingItem> items() {
    List<Pages> all =
        List.of(
            new Pages(DIRECT, names, this::direct),
            new Pages(CALLS, mentioned().toList(), this::call),
            new Pages(CALLS, List.of(PersonCall.EVERYONE), this::call));
    for (int read = 0; read < MAX_LOOKED_AT; read += PAGE) {
      all.forEach(Pages::next);
      readActs(all.stream().flatMap(pages -> pages.page.stream()));
      all.forEach(Pages::takeOpen);
    }
    return all.stream().flatMap(pages -> pages.open.values().stream()).toList();
  }

  /** Returns the ids of the items that are mentions in a room. */
  List<WaitingId> mentionsIn(RoomName room) {
    return query(CALLS_IN_ROOM, String.class)
        .setParameter("names", mentioned().toList())
        .setParameter("room", room.value())
        .setMaxResults(Waiting.MAX_OF_KIND)
        .getResultList()
        .stream()
        .map(WaitingId::ofMessage)
        .toList();
  }

  /** Messages of one sort, read page by page. */
  private final class Pages {
    private final String jpql;
    private final List<String> to;
    private final Function<Object[], AddressedMessage> message;
    private final Map<String, WaitingItem> open = new LinkedHashMap<>();
    private List<AddressedMessage> page = List.of();
    private boolean hasMore = true;
    private long at = Long.MAX_VALUE;
    private String id = "";

    Pages(String jpql, List<String> to, Function<Object[], AddressedMessage> message) {
      this.jpql = jpql;
      this.to = to;
      this.message = message;
    }

    /** Reads the next page, unless enough are open or there is none. */
    void next() {
      page = hasMore ? read() : List.of();
      hasMore = page.size() == PAGE;
      if (hasMore) {
        at = page.get(PAGE - 1).sentAt();
        id = page.get(PAGE - 1).id();
      }
    }

    private List<AddressedMessage> read() {
      return query(jpql, Object[].class)
          .setParameter("names", to)
          .setParameter("window", WINDOW)
          .setParameter("at", at)
          .setParameter("id", id)
          .setMaxResults(PAGE)
          .getResultList()
          .stream()
          .map(message)
          .toList();
    }

    /** Takes those of the page that are open. */
    void takeOpen() {
      for (AddressedMessage one : page) {
        if (open.size() < Waiting.MAX_OF_KIND) {
          kindOf(one).ifPresent(kind -> open.putIfAbsent(one.id(), one.item(kind)));
        }
      }
      hasMore &= open.size() < Waiting.MAX_OF_KIND;
    }
  }

  /**
   * Reads the acts after these messages, where they are not read yet; newer messages first. Of a
   * session on a second page all acts are read that can count, so that no page needs more of them.
   */
  private void readActs(Stream<AddressedMessage> messages) {
    Map<String, Long> first = new LinkedHashMap<>();
    messages
        .sorted(Comparator.comparingLong(AddressedMessage::sentAt).reversed())
        .forEach(one -> one.session().ifPresent(key -> first.merge(key, one.seq(), Math::min)));
    first.forEach(
        (session, seq) -> {
          SessionActs known = acts.get(session);
          if (known == null && acts.size() < MAX_SESSIONS) {
            acts.put(session, SessionActs.read(entities, session, seq, agent));
          } else if (known != null && known.after() > seq) {
            acts.put(session, SessionActs.read(entities, session, seq - WINDOW, agent));
          }
        });
  }

  private Optional<Kind> kindOf(AddressedMessage message) {
    return message.session().isEmpty()
        ? Optional.of(message.isQuestion() ? Kind.QUESTION : Kind.MENTION)
        : message.session().map(acts::get).flatMap(known -> known.kindOf(message));
  }

  /** Returns the names in calls of this person or of people in general. */
  private Stream<String> mentioned() {
    return names.stream().flatMap(name -> Stream.of(name, PersonCall.digest(workspace, name)));
  }

  private AddressedMessage direct(Object[] row) {
    return new AddressedMessage(
        Optional.of((String) row[0]),
        (String) row[1],
        number(row[2]),
        (String) row[3],
        new AgentId((String) row[4]),
        isForEveryone(row[7]) ? Addressee.PEOPLE : Addressee.PERSON,
        isForEveryone(row[7]),
        text(row[5]),
        number(row[6]));
  }

  private AddressedMessage call(Object[] row) {
    return new AddressedMessage(
        Optional.ofNullable((String) row[0]),
        (String) row[1],
        number(row[2]),
        (String) row[3],
        new AgentId((String) row[4]),
        PersonCall.EVERYONE.equals(row[7]) ? Addressee.EVERYONE : Addressee.MENTIONED,
        isForEveryone(row[7]),
        text(row[5]),
        number(row[6]));
  }

  /** Returns true if {@code addressee} is not this person alone. */
  private boolean isForEveryone(Object addressee) {
    return !agent.value().equals(addressee)
        && !PersonCall.digest(workspace, agent.value()).equals(addressee);
  }

  /** Returns a text; a database may read an empty one as none. */
  private static String text(@Nullable Object column) {
    return column == null ? "" : (String) column;
  }

  private static long number(Object column) {
    return ((Number) column).longValue();
  }

  private <T> TypedQuery<T> query(String jpql, Class<T> type) {
    return entities
        .createQuery(jpql, type)
        .setParameter("workspace", workspace.value())
        .setParameter("agent", agent.value())
        .setParameter("since", since);
  }
}
