package dev.parley.war.wake;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.wake.WakeTestResult.Evidence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wake tests over the desk of a connection, without a transport. */
@Timeout(30)
class WakeTestsTest {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Pattern NONCE = Pattern.compile("nonce \"([0-9a-f]+)\"");
  private static final AgentId BOB = new AgentId("bob");

  private final Parley parley = ParleyBuilder.builder().inMemory().build();
  private final Connection alice = parley.connect(ConnectOptions.of("alice"));
  private final Connection bob = parley.connect(ConnectOptions.of("bob"));
  private final FakeChannel channel = new FakeChannel();
  private final WakeDesk desk = new WakeDesk(bob.inbox(), DeskGuards.none(), channel);
  private final WakeTests tests = new WakeTests(Duration.ZERO);
  private boolean echoes = true;
  private boolean isThere = true;

  WakeTestsTest() {
    tests.add(() -> Stream.of(new OneConnection()));
  }

  private static final class FakeChannel implements ChannelPush {
    private final CompletableFuture<String> pushed = new CompletableFuture<>();
    private boolean open;

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void push(String text) {
      pushed.complete(text);
    }
  }

  private final class OneConnection implements Reachable {
    @Override
    public Connection connection() {
      return bob;
    }

    @Override
    public WakeDesk desk() {
      return desk;
    }

    @Override
    public boolean isThere(boolean probed) {
      return isThere;
    }

    @Override
    public boolean echoes() {
      return echoes;
    }

    @Override
    public Duration silence() {
      return Duration.ZERO;
    }
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void idleAgentWithAMonitor_isRungAndReachedByTheHookOfItsTurn() {
    hook("Stop");
    CompletableFuture<Wake> wake = desk.await(LONG, false).toCompletableFuture();
    assertThat(reach().state()).isEqualTo(Reach.State.UNPROVEN);
    CompletableFuture<WakeTestResult> test = test(LONG);
    assertThat(wake.join()).isEqualTo(Wake.BELL);
    echo(hook("UserPromptSubmit"));
    assertThat(test.join())
        .satisfies(
            result -> {
              assertThat(result.reached()).isTrue();
              assertThat(result.by()).contains(Rung.HOOK);
              assertThat(result.offered()).containsExactly(Rung.MONITOR, Rung.HOOK);
              assertThat(result.evidence()).isEqualTo(Evidence.ECHO);
            });
    hook("Stop");
    var unused = desk.await(LONG, false);
    assertThat(reach().state()).isEqualTo(Reach.State.PROVEN);
    assertThat(reach().by()).containsExactly(Rung.MONITOR, Rung.HOOK);
  }

  @Test
  void idleAgentWithAQueue_isReachedByItsText() {
    CompletableFuture<Wake> wake = desk.await(LONG, true).toCompletableFuture();
    CompletableFuture<WakeTestResult> test = test(LONG);
    echo(wake.join().text());
    assertThat(test.join().by()).contains(Rung.QUEUE);
  }

  @Test
  void busyAgent_isReachedByItsNextHook_andNotRung() {
    hook("UserPromptSubmit");
    CompletableFuture<Wake> wake = desk.await(LONG, false).toCompletableFuture();
    CompletableFuture<WakeTestResult> test = test(LONG);
    echo(hook("PostToolBatch"));
    assertThat(test.join().offered()).containsExactly(Rung.HOOK);
    assertThat(wake).isNotDone();
  }

  @Test
  void agentThatWaits_isReachedByTheEndOfItsCall() {
    CompletableFuture<?> call =
        bob.inbox().await(OptionalLong.empty(), 10, LONG).toCompletableFuture();
    CompletableFuture<WakeTestResult> test = test(LONG);
    call.join();
    echo(desk.answered(Rung.WAIT, false).orElseThrow());
    assertThat(test.join().by()).contains(Rung.WAIT);
  }

  @Test
  void agentOfASetWithoutTheTool_isReachedByItsNextCall() {
    echoes = false;
    desk.noteCall();
    CompletableFuture<WakeTestResult> test = test(LONG);
    assertThat(desk.answered(Rung.TOOL_RESULT, false).orElseThrow()).doesNotContain("nonce");
    assertThat(test).isNotDone();
    desk.noteCall();
    assertThat(test.join().evidence()).isEqualTo(Evidence.CALL);
    assertThat(test.join().by()).contains(Rung.TOOL_RESULT);
  }

  @Test
  void agentWithAChannelAlone_isReachedByAPush() {
    channel.open = true;
    CompletableFuture<WakeTestResult> test = test(LONG);
    echo(channel.pushed.join());
    assertThat(test.join().by()).contains(Rung.CHANNEL);
    assertThat(reach().state()).isEqualTo(Reach.State.PROVEN);
  }

  @Test
  void agentThatOnlyAsks_isAsleep_beforeAndAfter() {
    assertThat(reach().state()).isEqualTo(Reach.State.ASLEEP);
    WakeTestResult result = test(SHORT).join();
    assertThat(result.reached()).isFalse();
    assertThat(result.offered()).isEmpty();
    assertThat(result.hint()).contains("hears of a message when it calls a tool");
    assertThat(reach().state()).isEqualTo(Reach.State.ASLEEP);
  }

  @Test
  void bellThatLeadsToNothing_makesTheAgentUnreachable_untilASign() {
    hook("Stop");
    var unused = desk.await(LONG, false);
    WakeTestResult result = test(SHORT).join();
    assertThat(result.reached()).isFalse();
    assertThat(result.offered()).containsExactly(Rung.MONITOR);
    assertThat(result.reach().state()).isEqualTo(Reach.State.UNREACHABLE);
    assertThat(result.hint()).contains("monitor");
    hook("UserPromptSubmit");
    assertThat(reach().state()).isEqualTo(Reach.State.UNPROVEN);
  }

  @Test
  void monitorThatFails_leavesTheNextRungToAWatch() {
    hook("Stop");
    var unusedOwn = desk.await(LONG, false);
    test(SHORT).join();
    CompletableFuture<Wake> watched = desk.watch(LONG).toCompletableFuture();
    CompletableFuture<Wake> own = desk.await(LONG, false).toCompletableFuture();
    CompletableFuture<WakeTestResult> test = test(LONG);
    assertThat(watched.join()).isEqualTo(Wake.BELL);
    assertThat(own).isNotDone();
    echo(hook("UserPromptSubmit"));
    assertThat(test.join().offered()).containsExactly(Rung.WATCH, Rung.HOOK);
  }

  @Test
  void hookThatIsNotAnswered_isFollowedByTheNextRung() {
    hook("UserPromptSubmit");
    CompletableFuture<WakeTestResult> test = test(Duration.ofSeconds(4));
    assertThat(hook("PostToolBatch")).contains("nonce");
    assertThat(desk.answered(Rung.TOOL_RESULT, false)).as("the hook has its time").isEmpty();
    eventually(
        "the next rung",
        () -> {
          Optional<String> text = desk.answered(Rung.TOOL_RESULT, false);
          text.ifPresent(this::echo);
          return text.isPresent();
        });
    assertThat(test.join().offered()).containsExactly(Rung.HOOK, Rung.TOOL_RESULT);
  }

  @Test
  void clientThatIsAway_isUnreachableAtOnce() {
    isThere = false;
    WakeTestResult result = test(LONG).join();
    assertThat(result.reach().state()).isEqualTo(Reach.State.UNREACHABLE);
    assertThat(result.time()).isLessThan(SHORT);
  }

  @Test
  void secondTest_whileOneIsUnderWay_isRefused_andRightAfterItToo() {
    CompletableFuture<WakeTestResult> first = test(SHORT);
    assertThat(refused(() -> test(SHORT).join())).isEqualTo(ProblemCode.LIMIT_REACHED);
    first.join();
    test(SHORT).join();
    WakeTests paced = new WakeTests(LONG);
    paced.add(() -> Stream.of(new OneConnection()));
    assertThat(refused(() -> paced.test(alice, BOB, SHORT).toCompletableFuture().join()))
        .isEqualTo(ProblemCode.RATE_LIMITED);
  }

  @Test
  void testWhoseAskerGoesAway_endsAllTheSame() {
    assertThat(test(SHORT).cancel(false)).isTrue();
    eventually("another test may begin", () -> begins());
  }

  private boolean begins() {
    try {
      started(BOB);
      return true;
    } catch (ParleyException oneIsUnderWay) {
      return false;
    }
  }

  @Test
  void waitsThatEndWithoutATest_areNotKeptForOne() {
    for (int i = 0; i < 50; i++) {
      desk.await(Duration.ofMillis(2), i % 2 == 0).toCompletableFuture().join();
    }
    assertThat(desk.proof().waits()).isLessThanOrEqualTo(Rung.values().length);
  }

  @Test
  void agentNobodyKnows_thePersonAndOneself_areRefused() {
    Connection ann = parley.connect(ConnectOptions.of("ann").asPerson());
    assertThat(refused(() -> started(new AgentId("nobody")))).isEqualTo(ProblemCode.NOT_FOUND);
    assertThat(refused(() -> started(ann.agent()))).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(refused(() -> started(alice.agent()))).isEqualTo(ProblemCode.INVALID_ARGUMENT);
  }

  @Test
  void agentWithoutASessionHere_isUnknown_andOneThatLeftIsUnreachable() {
    Connection carol = parley.connect(ConnectOptions.of("carol"));
    assertThat(tests.test(alice, carol.agent(), LONG).toCompletableFuture().join().reach().state())
        .isEqualTo(Reach.State.UNKNOWN);
    assertThat(tests.reaches(WorkspaceId.DEFAULT).apply(carol.agent())).isEmpty();
    carol.close();
    assertThat(tests.test(alice, carol.agent(), LONG).toCompletableFuture().join().reach().state())
        .isEqualTo(Reach.State.UNREACHABLE);
  }

  @Test
  void nonce_thatNoTestWaitsFor_isRefused() {
    assertThat(refused(() -> tests.echo(bob, "0123456789")))
        .isEqualTo(ProblemCode.INVALID_ARGUMENT);
  }

  @Test
  void test_leavesNoMessage() {
    hook("UserPromptSubmit");
    CompletableFuture<WakeTestResult> test = test(LONG);
    echo(hook("PostToolBatch"));
    test.join();
    assertThat(hook("Stop")).isEqualTo("{}");
    assertThat(bob.unread().isNone()).isTrue();
    assertThat(
            bob.inbox()
                .await(OptionalLong.empty(), 10, Duration.ZERO)
                .toCompletableFuture()
                .join()
                .messages())
        .isEmpty();
  }

  private CompletableFuture<WakeTestResult> test(Duration patience) {
    return tests.test(alice, BOB, patience).toCompletableFuture();
  }

  private void started(AgentId agent) {
    var unused = tests.test(alice, agent, SHORT);
  }

  private Reach reach() {
    return tests.reaches(WorkspaceId.DEFAULT).apply(BOB).orElseThrow();
  }

  private String hook(String event) {
    Map<String, Object> output =
        desk.hook(event, HookDialect.CLAUDE).toCompletableFuture().join().output();
    return output.toString();
  }

  private void echo(String text) {
    Matcher nonce = NONCE.matcher(text);
    assertThat(nonce.find()).as(text).isTrue();
    desk.noteCall();
    tests.echo(bob, nonce.group(1));
  }

  private static ProblemCode refused(Runnable call) {
    List<ProblemCode> codes = new ArrayList<>();
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ParleyException.class, refused -> codes.add(refused.problem().code()));
    return codes.get(0);
  }
}
