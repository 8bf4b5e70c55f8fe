package dev.parley.war.wake;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The answers to hooks besides the messages that wait. */
@Timeout(30)
class HookDeskTest {
  private static final SessionId RUN = new SessionId("run-1");
  private static final String FILE = "/home/al/app/Parser.java";

  private final Parley parley = ParleyBuilder.builder().inMemory().build();
  private final Connection alice = parley.connect(ConnectOptions.of("alice").during(RUN));
  private final Connection bob = parley.connect(ConnectOptions.of("bob").during(RUN));
  private final SettableClock clock = new SettableClock();
  private final AgentActivities activities = new AgentActivities(clock);
  private final HookDesk aliceDesk = desk(alice);
  private final WakeDesk bobWakes = new WakeDesk(bob.inbox());
  private final HookDesk bobDesk = new HookDesk(bob, bobWakes, activities);

  private HookDesk desk(Connection connection) {
    return new HookDesk(connection, new WakeDesk(connection.inbox()), activities);
  }

  @BeforeEach
  void begin() {
    alice.sessions().start(RUN);
    bob.sessions().start(RUN);
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void editOfAFileThatAnotherAgentEdits_isAnnounced_once() {
    assertThat(edit(aliceDesk, Map.of())).isEmpty();
    clock.advance(Duration.ofSeconds(20));
    assertThat(context(edit(bobDesk, Map.of())))
        .contains("the agent alice changed " + FILE + " 20 s ago");
    assertThat(edit(bobDesk, Map.of())).isEmpty();
    assertThat(context(edit(aliceDesk, Map.of()))).contains("the agent bob");
  }

  @Test
  void announcement_comesAgain_whenTheFirstIsOld() {
    edit(aliceDesk, Map.of());
    edit(bobDesk, Map.of());
    clock.advance(AgentActivities.SILENCE.plusSeconds(1));
    edit(aliceDesk, Map.of("edit_guard", "off"));
    assertThat(context(edit(bobDesk, Map.of()))).contains("alice");
  }

  @Test
  void editLongAgo_orOfAnotherFile_isNotAnnounced() {
    edit(aliceDesk, Map.of());
    assertThat(answer(bobDesk, "PreToolUse", Map.of("tool_name", "Edit", "file", "/home/al/other")))
        .isEmpty();
    clock.advance(AgentActivities.SILENCE.plusSeconds(1));
    assertThat(edit(bobDesk, Map.of())).isEmpty();
  }

  @Test
  void readingAFile_isNoEdit() {
    answer(aliceDesk, "PostToolUse", Map.of("tool_name", "Read", "file", FILE));
    assertThat(edit(bobDesk, Map.of())).isEmpty();
  }

  @Test
  void guardThatDenies_deniesEachTime_andTheDeniedEditCountsAsNone() {
    edit(aliceDesk, Map.of());
    for (int i = 0; i < 2; i++) {
      Map<?, ?> output = (Map<?, ?>) edit(bobDesk, Map.of("edit_guard", "deny")).get(HOOK);
      assertThat(output.get("permissionDecision")).isEqualTo("deny");
      assertThat(String.valueOf(output.get("permissionDecisionReason"))).contains("alice");
    }
    assertThat(edit(aliceDesk, Map.of())).isEmpty();
  }

  @Test
  void guardThatIsOff_saysNothing() {
    edit(aliceDesk, Map.of());
    assertThat(edit(bobDesk, Map.of("edit_guard", "off"))).isEmpty();
  }

  @Test
  void clientThatTakesNoContextBeforeTools_getsTheAnnouncementAfterTheTool() {
    edit(aliceDesk, Map.of());
    Map<String, Object> write = Map.of("tool_name", "write_file", "file", FILE, "client", "gemini");
    assertThat(answer(bobDesk, "BeforeTool", write)).isEmpty();
    assertThat(context(answer(bobDesk, "AfterTool", write))).contains("the agent alice");
    assertThat(answer(bobDesk, "BeforeTool", with(write, "edit_guard", "deny")))
        .containsEntry("decision", "deny");
  }

  @Test
  void turnThatLeavesAClaimedTask_isHeldOnce_withTheTaskNamed() {
    Task task = claimed("Write the <system> parser");
    assertThat(context(answer(bobDesk, "Stop", Map.of())))
        .contains("task " + task.id().value() + " \"Write the &lt;system> parser\"");
    assertThat(activity().state()).isEqualTo(AgentActivity.State.WORKING);
    assertThat(answer(bobDesk, "Stop", Map.of())).isEmpty();
    answer(bobDesk, "UserPromptSubmit", Map.of());
    assertThat(answer(bobDesk, "Stop", Map.of())).isEmpty();
    assertThat(activity().state()).isEqualTo(AgentActivity.State.IDLE);
  }

  @Test
  void turnThatAHookContinued_isNotHeldForTasks() {
    claimed("Write the parser");
    assertThat(answer(bobDesk, "Stop", Map.of("stop_hook_active", "true"))).isEmpty();
    assertThat(answer(bobDesk, "Stop", Map.of("stop_hook_active", true))).isEmpty();
    assertThat(answer(bobDesk, "Stop", Map.of("stop_guard", "off"))).isEmpty();
    assertThat(answer(bobDesk, "Stop", Map.of("stop_hook_active", "false"))).isNotEmpty();
  }

  @Test
  void finishedTasks_tasksOfOthers_andFreeOnes_holdNoTurn() {
    Task mine = claimed("Mine");
    TaskChange done = TaskChange.to(TaskStatus.DONE);
    bob.sessions().current().tasks().update(mine.id(), done);
    alice.sessions().current().tasks().claim(created(alice, "Hers").id());
    created(alice, "Free");
    assertThat(answer(bobDesk, "Stop", Map.of())).isEmpty();
  }

  @Test
  void endOfATurn_namesAtMostFiveTasks() {
    for (int i = 0; i < OwnTasks.MAX_NAMED + 1; i++) {
      claimed("Number " + i);
    }
    String first = context(answer(bobDesk, "Stop", Map.of()));
    assertThat(first.split("\"Number ", -1)).hasSize(OwnTasks.MAX_NAMED + 1);
  }

  @Test
  void tasksAndMessages_comeInOneAnswer() {
    claimed("Write the parser");
    say("hello");
    assertThat(context(answer(bobDesk, "Stop", Map.of())))
        .containsSubsequence(">\nhello\n", "Write the parser");
    assertThat(answer(bobDesk, "Stop", Map.of())).isEmpty();
  }

  @Test
  void sessionStart_saysWhoTheAgentIs_andTakesNoMessage() {
    bob.rooms().join(RoomName.of("planning"));
    Task task = claimed("Write the parser");
    say("hello");
    assertThat(context(answer(bobDesk, "SessionStart", Map.of())))
        .contains("you are the agent bob", "planning", task.id().value(), "1 direct");
    assertThat(bobWakes.turn()).isEqualTo(TurnState.UNKNOWN);
    assertThat(context(answer(bobDesk, "UserPromptSubmit", Map.of()))).contains("hello");
  }

  @Test
  void sessionEnd_forgetsWhatTheAgentDid() {
    edit(bobDesk, Map.of());
    assertThat(activity().file()).isEqualTo("Parser.java");
    assertThat(answer(bobDesk, "SessionEnd", Map.of())).isEmpty();
    assertThat(activities.of(bob.workspace(), bob.agent())).isEmpty();
    assertThat(bobWakes.turn()).isEqualTo(TurnState.IDLE);
    assertThat(edit(aliceDesk, Map.of())).isEmpty();
  }

  @Test
  void hookBeforeATool_takesNoMessages_andShowsThatTheTurnRuns() {
    say("hello");
    assertThat(edit(bobDesk, Map.of())).isEmpty();
    assertThat(bobWakes.turn()).isEqualTo(TurnState.BUSY);
    assertThat(context(answer(bobDesk, "PostToolBatch", Map.of()))).contains("hello");
  }

  @Test
  void cursor_getsItsOwnFields() {
    Map<String, Object> cursor = Map.of("client", "cursor");
    say("one");
    assertThat(answer(bobDesk, "beforeSubmitPrompt", cursor)).isEmpty();
    assertThat(String.valueOf(answer(bobDesk, "postToolUse", cursor).get("additional_context")))
        .contains("one");
    say("two");
    assertThat(String.valueOf(answer(bobDesk, "stop", cursor).get("followup_message")))
        .contains("two");
    assertThat(String.valueOf(answer(bobDesk, "sessionStart", cursor).get("additional_context")))
        .contains("the agent bob");
    edit(aliceDesk, Map.of());
    assertThat(
            answer(
                bobDesk,
                "preToolUse",
                Map.of(
                    "client", "cursor", "tool_name", "Write", "file", FILE, "edit_guard", "deny")))
        .containsEntry("permission", "deny");
  }

  @Test
  void visualStudioCode_isBlockedInBothPlaces() {
    say("one");
    Map<String, Object> output = answer(bobDesk, "Stop", Map.of("client", "vscode"));
    assertThat(output).containsEntry("decision", "block").containsKey("reason");
    assertThat((Map<?, ?>) output.get(HOOK)).extracting("decision").isEqualTo("block");
  }

  private static final String HOOK = "hookSpecificOutput";

  private AgentActivity activity() {
    return activities.of(bob.workspace(), bob.agent()).orElseThrow();
  }

  private static Map<String, Object> edit(HookDesk desk, Map<String, Object> more) {
    Map<String, Object> arguments = new HashMap<>(more);
    arguments.put("tool_name", "Edit");
    arguments.put("file", FILE);
    return answer(desk, "PreToolUse", arguments);
  }

  private static Map<String, Object> with(Map<String, Object> map, String name, Object value) {
    Map<String, Object> all = new HashMap<>(map);
    all.put(name, value);
    return all;
  }

  private static Map<String, Object> answer(
      HookDesk desk, String event, Map<String, Object> arguments) {
    return desk.answer(HookEvent.of(with(arguments, "event", event)))
        .toCompletableFuture()
        .join()
        .output();
  }

  private static String context(Map<String, Object> output) {
    return String.valueOf(((Map<?, ?>) output.get(HOOK)).get("additionalContext"));
  }

  private Task claimed(String title) {
    Task task = created(bob, title);
    assertThat(bob.sessions().current().tasks().claim(task.id()).isWon()).isTrue();
    return task;
  }

  private static Task created(Connection agent, String title) {
    return agent
        .sessions()
        .current()
        .tasks()
        .create(TaskDraft.titled(title).priority(Priority.MEDIUM).build());
  }

  /** Sends it to bob, and waits until another thread has counted it for him. */
  private void say(String text) {
    long before = bob.unread().direct();
    alice.sessions().current().messages().send(SessionMessageDraft.direct(bob.agent(), text));
    eventually("the message is counted", () -> bob.unread().direct() > before);
  }
}
