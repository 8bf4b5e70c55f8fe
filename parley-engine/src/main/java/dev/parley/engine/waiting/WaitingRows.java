package dev.parley.engine.waiting;

import dev.parley.engine.waiting.AddressedMessage.Addressee;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReservedNames;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WaitingId;
import dev.parley.id.WorkspaceId;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import dev.parley.waiting.WaitingItem.Kind;
import dev.parley.waiting.WaitingItem.Source;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One read of what waits for a person. It asks four queries, and two more for each session with a
 * message; each has a bounded number of rows.
 */
final class WaitingRows {
  /** The time for which a message counts. */
  static final Duration MAX_AGE = Duration.ofDays(30);

  /** The number of changes of a session, the last ones, among which a message counts. */
  private static final long WINDOW = 10_000;

  private static final int MAX_SESSIONS = 50;

  private static final String REVIEWS =
      """
      SELECT s.name, r.id, a.id, a.name, r.requester, r.createdAt, r.reviewer
      FROM Review r, Session s, Artifact a
      WHERE s.id = r.session AND a.id = r.artifact AND s.workspace = :workspace
        AND r.reviewer IN :names AND r.status = dev.parley.artifact.ReviewStatus.PENDING
        AND NOT EXISTS (SELECT d.dismissedAt FROM WaitingDismissal d
          WHERE d.key.workspace = :workspace AND d.key.agent = :agent
            AND d.key.item = CONCAT('review-', r.id))
      ORDER BY r.createdAt DESC, r.id DESC
      """;
  private static final String TASKS =
      """
      SELECT s.name, t.id, t.title, t.createdBy, t.updatedAt, t.assignee
      FROM Task t, Session s
      WHERE s.id = t.session AND s.workspace = :workspace
        AND t.meantFor IN :names AND t.assignee IN :names
        AND t.status = dev.parley.task.TaskStatus.TODO
        AND NOT EXISTS (SELECT o.id FROM TaskDependency p, Task o
          WHERE p.place.task = t.id AND o.id = p.dependsOn
            AND o.status <> dev.parley.task.TaskStatus.DONE)
        AND NOT EXISTS (SELECT d.dismissedAt FROM WaitingDismissal d
          WHERE d.key.workspace = :workspace AND d.key.agent = :agent
            AND d.key.item = CONCAT('task-', t.id) AND d.dismissedAt >= t.updatedAt)
      ORDER BY t.updatedAt DESC, t.id DESC
      """;

  /** Messages about acts have metadata under a reserved key. */
  private static final String DIRECT =
      """
      SELECT s.id, s.name, m.key.seq, m.id, m.sender, SUBSTRING(m.content, 1, 600), m.sentAt,
        m.recipient
      FROM SessionMessage m, Session s
      WHERE s.id = m.key.session AND s.workspace = :workspace
        AND m.recipient IN :names AND m.sender <> :agent
        AND m.sentAt > :since AND m.key.seq > s.lastSeq - :window
        AND NOT EXISTS (SELECT e.name FROM SessionMessageMetadata e
          WHERE e.place.session = m.key.session AND e.place.seq = m.key.seq
            AND e.name = 'parley.event')
        AND NOT EXISTS (SELECT d.dismissedAt FROM WaitingDismissal d
          WHERE d.key.workspace = :workspace AND d.key.agent = :agent
            AND d.key.item = CONCAT('message-', m.id))
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

  /** The names under which the person is addressed. */
  private final List<String> names;

  /**
   * Reads for {@code agent}.
   *
   * @param now the present time, in milliseconds since 1970
   */
  WaitingRows(EntityManager entities, WorkspaceId workspace, AgentId agent, long now) {
    this.entities = entities;
    this.workspace = workspace;
    this.agent = agent;
    this.since = now - MAX_AGE.toMillis();
    this.names =
        Stream.concat(Stream.of(agent.value()), ReservedNames.PEOPLE.stream()).distinct().toList();
  }

  /** Returns the items, the newest first. */
  List<WaitingItem> items() {
    List<WaitingItem> items = new ArrayList<>();
    rows(REVIEWS).forEach(row -> items.add(review(row)));
    rows(TASKS).forEach(row -> items.add(task(row)));
    messageItems(items);
    items.sort(
        Comparator.comparing(WaitingItem::at).thenComparing(item -> item.id().value()).reversed());
    return items;
  }

  /** Returns the ids of the items that are mentions in a room. */
  List<WaitingId> mentionsIn(RoomName room) {
    return entities
        .createQuery(CALLS_IN_ROOM, String.class)
        .setParameter("names", mentioned().toList())
        .setParameter("workspace", workspace.value())
        .setParameter("agent", agent.value())
        .setParameter("since", since)
        .setParameter("room", room.value())
        .setMaxResults(Waiting.MAX_OF_KIND)
        .getResultList()
        .stream()
        .map(WaitingId::ofMessage)
        .toList();
  }

  private void messageItems(List<WaitingItem> items) {
    Map<String, List<AddressedMessage>> bySession = new LinkedHashMap<>();
    for (AddressedMessage message : messages()) {
      if (message.session().isPresent()) {
        bySession.computeIfAbsent(message.session().get(), key -> new ArrayList<>()).add(message);
      } else {
        items.add(message.item(message.isQuestion() ? Kind.QUESTION : Kind.MENTION));
      }
    }
    bySession.entrySet().stream()
        .limit(MAX_SESSIONS)
        .forEach(of -> addOpen(items, of.getKey(), of.getValue()));
  }

  /** Returns the messages that nobody put away, each once, the newest first. */
  private List<AddressedMessage> messages() {
    Map<String, AddressedMessage> byId = new HashMap<>();
    query(DIRECT)
        .setParameter("names", names)
        .setParameter("since", since)
        .setParameter("window", WINDOW)
        .getResultList()
        .forEach(row -> add(byId, direct(row)));
    query(CALLS)
        .setParameter("names", Stream.concat(mentioned(), Stream.of(PersonCall.EVERYONE)).toList())
        .setParameter("since", since)
        .setParameter("window", WINDOW)
        .getResultList()
        .forEach(row -> add(byId, call(row)));
    return byId.values().stream()
        .sorted(
            Comparator.comparingLong(AddressedMessage::sentAt)
                .thenComparing(AddressedMessage::id)
                .reversed())
        .toList();
  }

  /** Returns the names in calls of this person or of people in general. */
  private Stream<String> mentioned() {
    return names.stream().flatMap(name -> Stream.of(name, PersonCall.digest(workspace, name)));
  }

  private static void add(Map<String, AddressedMessage> byId, AddressedMessage message) {
    byId.putIfAbsent(message.id(), message);
  }

  private void addOpen(List<WaitingItem> items, String session, List<AddressedMessage> messages) {
    long first = messages.stream().mapToLong(AddressedMessage::seq).min().orElse(0);
    SessionActs acts = SessionActs.read(entities, session, first, agent);
    messages.forEach(message -> acts.kindOf(message).map(message::item).ifPresent(items::add));
  }

  private WaitingItem review(Object[] row) {
    String id = (String) row[1];
    return new WaitingItem(
        WaitingId.ofReview(id),
        Kind.REVIEW,
        Source.of(new SessionId((String) row[0]), 0),
        id,
        Optional.of(new ArtifactId((String) row[2])),
        new AgentId((String) row[4]),
        isForEveryone(row[6]),
        CutText.of((String) row[3], WaitingItem.MAX_TEXT),
        Instant.ofEpochMilli(number(row[5])));
  }

  private WaitingItem task(Object[] row) {
    String id = (String) row[1];
    return new WaitingItem(
        WaitingId.ofTask(id),
        Kind.TASK,
        Source.of(new SessionId((String) row[0]), 0),
        id,
        Optional.empty(),
        new AgentId((String) row[3]),
        isForEveryone(row[5]),
        CutText.of((String) row[2], WaitingItem.MAX_TEXT),
        Instant.ofEpochMilli(number(row[4])));
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

  private List<Object[]> rows(String jpql) {
    return query(jpql).setParameter("names", names).getResultList();
  }

  private TypedQuery<Object[]> query(String jpql) {
    return entities
        .createQuery(jpql, Object[].class)
        .setParameter("workspace", workspace.value())
        .setParameter("agent", agent.value())
        .setMaxResults(Waiting.MAX_OF_KIND);
  }
}
