package dev.parley.engine.permission;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.audit.AuditAction;
import dev.parley.audit.AuditFilter;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.event.ChangeListener;
import dev.parley.event.Event;
import dev.parley.event.PermissionDecided;
import dev.parley.event.SubAgentEvent;
import dev.parley.id.AgentId;
import dev.parley.id.WaitingId;
import dev.parley.id.WorkspaceId;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.PermissionRequest;
import dev.parley.permission.Permissions;
import dev.parley.problem.ProblemCode;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Permission requests as connections make, list and answer them. */
@OnStores
class PermissionsTest extends OpenBoard {
  private static final PermissionDraft BASH =
      new PermissionDraft("abcde", "Bash", "Remove the build", "rm -rf target\n" + "x".repeat(600));
  private static final Duration MOMENT = Duration.ofMillis(10);

  private Connection lead(Parley parley, String name) {
    return parley.connect(ConnectOptions.of(name).in(workspace()).asPerson().asLead().asVerified());
  }

  private Connection lead(String name) {
    return lead(parley(), name);
  }

  private List<WaitingItem> items(String person) {
    return list(person).list(Optional.empty(), 1000).items();
  }

  private Waiting list(String person) {
    return connect("watcher").waitingFor(new AgentId(person)).withPermissions();
  }

  private static Queue<Event> heard(Connection connection) {
    Queue<Event> heard = new ConcurrentLinkedQueue<>();
    connection.listen(heard::add);
    return heard;
  }

  private static PermissionDecided decided(PermissionAnswer answer) {
    return new PermissionDecided(BASH.code(), answer);
  }

  @Test
  void request_waitsInFull_forThoseWhoMayAnswer_andInNoOtherList() {
    PermissionRequest asked = connect("bot").permissions().ask(BASH);
    assertThat(items("ann"))
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.id()).isEqualTo(WaitingId.ofPermission(asked.id()));
              assertThat(item.kind()).isEqualTo(WaitingItem.Kind.PERMISSION);
              assertThat(item.source()).isEqualTo(WaitingItem.Source.NONE);
              assertThat(item.subject()).isEqualTo(asked.id().value());
              assertThat(item.from()).isEqualTo(new AgentId("bot"));
              assertThat(item.isForEveryone()).isTrue();
              assertThat(item.text()).isEqualTo("Bash");
              assertThat(item.at()).isEqualTo(clock().instant());
              assertThat(item.permission()).contains(asked);
            });
    assertThat(asked.draft()).isEqualTo(BASH);
    assertThat(connect("watcher").waitingFor(new AgentId("ann")).list(Optional.empty(), 10).items())
        .isEmpty();
    WorkspaceId elsewhere = new WorkspaceId(workspace().value() + "x");
    Connection there = parley().connect(ConnectOptions.of("watcher").in(elsewhere));
    assertThat(
            there
                .waitingFor(new AgentId("ann"))
                .withPermissions()
                .list(Optional.empty(), 10)
                .items())
        .isEmpty();
  }

  @Test
  void answer_reachesTheConnection_andTheItemGoesForAll() {
    Connection bot = connect("bot");
    Queue<Event> heard = heard(bot);
    PermissionRequest asked = bot.permissions().ask(BASH);
    lead("ann").permissions().answer(asked.id(), PermissionAnswer.ALLOW);
    eventually("it is pushed", () -> !heard.isEmpty());
    assertThat(heard).containsExactly(decided(PermissionAnswer.ALLOW));
    assertThat(items("ann")).isEmpty();
    assertThat(items("eve")).isEmpty();
    assertThat(
            refusedCode(() -> lead("eve").permissions().answer(asked.id(), PermissionAnswer.DENY)))
        .isEqualTo(ProblemCode.ALREADY_SUBMITTED);
  }

  @Test
  void answer_atAnotherNode_reachesTheConnection() {
    Connection bot = connect("bot");
    Queue<Event> heard = heard(bot);
    try (Parley other = another("other").build()) {
      PermissionRequest asked = bot.permissions().ask(BASH);
      lead(other, "ann").permissions().answer(asked.id(), PermissionAnswer.DENY);
      eventually("it is pushed", () -> !heard.isEmpty());
      assertThat(heard).containsExactly(decided(PermissionAnswer.DENY));
    }
  }

  @Test
  void answer_ofASubAgentsRequest_isPushedToTheConnectionItActsThrough() {
    Connection bot = connect("bot");
    Queue<Event> heard = heard(bot);
    AgentId fe = new AgentId("bot.fe");
    PermissionRequest asked = bot.as(fe).permissions().ask(BASH);
    assertThat(asked.agent()).isEqualTo(fe);
    lead("ann").permissions().answer(asked.id(), PermissionAnswer.ALLOW);
    eventually("it is pushed", () -> !heard.isEmpty());
    assertThat(heard).containsExactly(new SubAgentEvent(fe, decided(PermissionAnswer.ALLOW)));
  }

  @Test
  void answer_ofThoseWithoutTheRight_isRefused_inBothForms() {
    PermissionRequest asked = connect("bot").permissions().ask(BASH);
    ConnectOptions mel = ConnectOptions.of("mel").in(workspace());
    for (ConnectOptions who :
        List.of(
            mel,
            mel.asVerified(),
            mel.asLead().asVerified(),
            mel.asPerson().asVerified(),
            mel.asPerson().asLead())) {
      Permissions permissions = parley().connect(who).permissions();
      assertThat(refusedCode(() -> permissions.answer(asked.id(), PermissionAnswer.ALLOW)))
          .isEqualTo(ProblemCode.PERMISSION_DENIED);
      assertThat(permissions.understand("yes abcde", Optional.empty())).isEmpty();
    }
    assertThat(items("ann")).hasSize(1);
  }

  @Test
  void message_isUnderstood_whereItIsAnAnswerToTheAgent() {
    Connection bot = connect("bot");
    Queue<Event> heard = heard(bot);
    bot.permissions().ask(BASH);
    Permissions ann = lead("ann").permissions();
    assertThat(ann.understand("yes, abcde", Optional.empty())).isEmpty();
    assertThat(ann.understand("yes abcdf", Optional.empty())).isEmpty();
    assertThat(ann.understand("yes abcde", Optional.of(ALICE))).isEmpty();
    assertThat(items("ann")).hasSize(1);
    assertThat(ann.understand(" N ABCDE ", Optional.of(bot.agent())))
        .contains(PermissionAnswer.DENY);
    eventually("it is pushed", () -> !heard.isEmpty());
    assertThat(heard).containsExactly(decided(PermissionAnswer.DENY));
    assertThat(ann.understand("yes abcde", Optional.empty())).isEmpty();
  }

  @Test
  void dismissed_isAwayForThisPersonAlone_andCanBeAnswered() {
    PermissionRequest asked = connect("bot").permissions().ask(BASH);
    WaitingId id = WaitingId.ofPermission(asked.id());
    assertThat(refusedCode(() -> connect("w").waitingFor(new AgentId("ann")).dismiss(id)))
        .isEqualTo(ProblemCode.NOT_FOUND);
    list("ann").dismiss(id);
    list("ann").dismiss(id);
    assertThat(items("ann")).isEmpty();
    assertThat(items("eve")).hasSize(1);
    lead("ann").permissions().answer(asked.id(), PermissionAnswer.ALLOW);
    assertThat(items("eve")).isEmpty();
  }

  @Test
  void closedConnection_asksNothing_andWhatItAskedIsGone() {
    Connection bot = connect("bot");
    bot.permissions().ask(BASH);
    assertThat(items("ann")).hasSize(1);
    bot.close();
    assertThat(items("ann")).isEmpty();
    assertThat(refusedCode(() -> bot.permissions().ask(BASH)))
        .isEqualTo(ProblemCode.CONNECTION_CLOSED);
  }

  @Test
  void requestThatExpires_isGone() {
    connect("bot").permissions().ask(BASH);
    clock().advance(PermissionLimits.DEFAULT.timeout().minus(MOMENT));
    assertThat(items("ann")).hasSize(1);
    clock().advance(MOMENT);
    assertThat(items("ann")).isEmpty();
  }

  @Test
  void change_byARequest_andByItsAnswer_isReported() {
    AtomicInteger changes = new AtomicInteger();
    connect("watcher")
        .onChange(
            part -> {
              if (part == ChangeListener.Part.WAITING) {
                changes.incrementAndGet();
              }
            });
    PermissionRequest asked = connect("bot").permissions().ask(BASH);
    assertThat(changes.getAndSet(0)).isPositive();
    lead("ann").permissions().answer(asked.id(), PermissionAnswer.ALLOW);
    assertThat(changes.getAndSet(0)).isPositive();
  }

  /** The client chooses the codes: it must not fill the audit with refusals. */
  @Test
  void requestsPastALimit_areOneEntryOfTheAudit() {
    Permissions bot = connect("bot").permissions();
    PermissionRequest first = bot.ask(draft('a'));
    for (char letter = 'b'; letter < 'a' + PermissionLimits.DEFAULT.ofAgent(); letter++) {
      bot.ask(draft(letter));
    }
    for (char letter : new char[] {'x', 'y', 'z'}) {
      assertThat(refusedCode(() -> bot.ask(draft(letter)))).isEqualTo(ProblemCode.LIMIT_REACHED);
    }
    lead("ann").permissions().answer(first.id(), PermissionAnswer.DENY);
    eventually(
        "all of it is stored", () -> audited().contains(AuditAction.PERMISSION_ANSWER + " deny"));
    assertThat(audited())
        .filteredOn(entry -> entry.equals(AuditAction.PERMISSION_ASK + " limit_reached"))
        .hasSize(1);
  }

  private static PermissionDraft draft(char letter) {
    return new PermissionDraft(String.valueOf(letter).repeat(5), "Bash", "", "");
  }

  private List<String> audited() {
    return parley()
        .audit()
        .list(AuditFilter.ALL.in(workspace()), Optional.empty(), 100)
        .items()
        .stream()
        .map(entry -> entry.act().action() + " " + entry.act().result())
        .toList();
  }
}
