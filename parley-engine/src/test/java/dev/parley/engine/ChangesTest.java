package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.event.ChangeListener;
import dev.parley.event.ChangeListener.Part;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Subscription;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The changes of a workspace that an observer is told of, made at its node and at another. */
class ChangesTest {
  private static final RoomName PLANNING = RoomName.of("planning");

  private final HikariDataSource rows = Databases.inMemory();
  private final Parley here = ParleyBuilder.builder().database(rows).node("here").build();
  private final Parley there = ParleyBuilder.builder().database(rows).node("there").build();
  private final Connection observer =
      here.connect(
          new ConnectOptions(
                  WorkspaceId.DEFAULT, Optional.of(new AgentId("_page")), Optional.empty())
              .observing());
  private final Set<Part> changed = ConcurrentHashMap.newKeySet();
  private final Queue<RoomName> opened = new ConcurrentLinkedQueue<>();
  private final Connection alice = here.connect(ConnectOptions.of("alice"));
  private final Connection bob = there.connect(ConnectOptions.of("bob"));

  private final ChangeListener listener =
      new ChangeListener() {
        @Override
        public void changed(Part part) {
          changed.add(part);
        }

        @Override
        public void opened(RoomName room) {
          opened.add(room);
        }
      };

  private Subscription following = () -> {};

  @BeforeEach
  void follow() {
    eventually("both nodes know both agents", () -> online().size() == 2);
    following = observer.onChange(listener);
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
    rows.close();
  }

  @Test
  void room_made_isOpenedBeforeTheCallReturns() {
    alice.rooms().join(PLANNING);
    assertThat(opened).containsExactly(PLANNING);
    assertThat(changed).contains(Part.ROOMS, Part.AGENTS);
  }

  @Test
  void room_madeByAPost_isReported() {
    var unused = alice.topics().post(PLANNING, Body.of("first"), Optional.empty());
    assertThat(opened).containsExactly(PLANNING);
    assertThat(changed).contains(Part.ROOMS);
  }

  @Test
  void room_left_isReportedOnceItsMembersAreCounted() {
    alice.rooms().join(PLANNING);
    following.close();
    Queue<Long> members = new ConcurrentLinkedQueue<>();
    following =
        observer.onChange(
            part -> {
              if (part == Part.ROOMS) {
                members.add(observer.rooms().list().available().get(0).membersCount());
              }
            });
    alice.close();
    assertThat(List.copyOf(members)).last().isEqualTo(0L);
  }

  @Test
  void agent_comesAndGoes() {
    Connection carol = here.connect(ConnectOptions.of("carol"));
    assertThat(changed).contains(Part.AGENTS);
    changed.clear();
    carol.close();
    assertThat(changed).contains(Part.AGENTS);
  }

  @Test
  void agent_comesJoinsAndGoesAtAnotherNode() {
    Connection carol = there.connect(ConnectOptions.of("carol"));
    eventually("carol comes", () -> changed.contains(Part.AGENTS));
    changed.clear();
    carol.rooms().join(PLANNING);
    eventually("carol joins", () -> changed.containsAll(Set.of(Part.AGENTS, Part.ROOMS)));
    assertThat(observer.rooms().list().available()).hasSize(1);
    changed.clear();
    carol.close();
    eventually("carol goes", () -> changed.contains(Part.AGENTS));
  }

  @Test
  void session_started_isReported() {
    var unused = alice.sessions().start(new SessionId("one"));
    assertThat(changed).contains(Part.SESSIONS);
  }

  @Test
  void session_startedAtAnotherNode_isReported() {
    var unused = bob.sessions().start(new SessionId("two"));
    eventually("the session is known", () -> changed.contains(Part.SESSIONS));
  }

  @Test
  void subscription_closed_reportsNothingMore() {
    following.close();
    alice.rooms().join(PLANNING);
    assertThat(changed).isEmpty();
    following = observer.onChange(listener);
    observer.close();
    alice.rooms().leave(PLANNING);
    assertThat(changed).isEmpty();
  }

  private List<AgentId> online() {
    return observer.presence().roster(RosterQuery.ALL).users().stream()
        .filter(AgentStatus::online)
        .map(AgentStatus::handle)
        .toList();
  }
}
