package dev.parley.chat.zulip;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.ChatSystem;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("chat")
class ZulipStartTest {
  private static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));

  private final ZulipEmulation emulation = new ZulipEmulation();
  private final AtomicInteger connected = new AtomicInteger();
  private final ChatListener listener =
      new ChatListener() {
        @Override
        public CompletableFuture<Void> message(String room, ChatMessage message) {
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public void connected() {
          connected.incrementAndGet();
        }
      };

  @AfterEach
  void close() {
    emulation.close();
  }

  private String refusal(ChatSystem system) {
    Problem problem = refused(() -> system.connect(listener));
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(connected).hasValue(0);
    return problem.message();
  }

  private ChatSystem inChannel(String channel) {
    return emulation.system(
        URI.create(emulation.address("").toString().replace("/agents", "/" + channel)));
  }

  @Test
  void start_subscribesAndMakesTheChannel() {
    try (ChatConnection connection = inChannel("fresh").connect(listener)) {
      assertThat(connected).hasValue(1);
      assertThat(connection.isReachable()).isTrue();
      assertThat(connection.find(PLANNING)).isEmpty();
      assertThat(connection.open(PLANNING)).isEqualTo("parley-planning");
    }
    ZulipWorld.Channel made = emulation.world.channel("fresh");
    assertThat(made).isNotNull();
    assertThat(made.members).contains(emulation.bot.id());
    assertThat(emulation.world.queues()).isZero();
  }

  @Test
  void roomOfAPerson_isFound() {
    emulation.write("parley-planning", "zoe", "hi");
    try (ChatConnection connection = emulation.system().connect(listener)) {
      assertThat(connection.find(PLANNING)).contains("parley-planning");
    }
  }

  @Test
  void wrongKey_isRefused() {
    assertThat(refusal(ZulipEmulation.system(emulation.address(""), "Wr0ngKeyWr0ngKey")))
        .contains("Invalid API key", "parley-bot@127.0.0.1", "PARLEY_ZULIP_KEY")
        .doesNotContain("Wr0ngKeyWr0ngKey");
  }

  @Test
  void absentChannel_thatMayNotBeMade_isRefused() {
    emulation.emulator.mayCreate = false;
    assertThat(refusal(inChannel("fresh"))).contains("'fresh' is absent", "may not create");
  }

  @Test
  void privateChannel_isRefused() {
    emulation.channel.isPrivate = true;
    assertThat(refusal(emulation.system())).contains("'agents' is private", "has to add it");
  }

  @Test
  void privateChannel_withTheBotAsAMember_isUsed() {
    emulation.channel.isPrivate = true;
    emulation.channel.members.add(emulation.bot.id());
    try (ChatConnection connection = emulation.system().connect(listener)) {
      assertThat(connection.isReachable()).isTrue();
    }
  }

  @Test
  void archivedChannel_isRefused() {
    emulation.channel.isArchived = true;
    assertThat(refusal(emulation.system())).contains("'agents' is archived");
  }

  @Test
  void serverThatCutsMessages_isRefused() {
    emulation.emulator.maxMessage = 2_000;
    assertThat(refusal(emulation.system())).contains("2000", "MAX_MESSAGE_LENGTH");
  }

  @Test
  void serverThatIsAway_isUnavailable() {
    emulation.away(true);
    assertThat(refused(() -> emulation.system().connect(listener)).code())
        .isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void close_whileTheServerIsSilent_isQuick() {
    ChatConnection connection = emulation.system().connect(listener);
    emulation.faults().share(Fault.SERVER_ERROR, 1);
    emulation.cut();
    long begin = System.nanoTime();
    connection.close();
    connection.close();
    assertThat(System.nanoTime() - begin).isLessThan(5_000_000_000L);
    assertThat(connection.isReachable()).isFalse();
  }
}
