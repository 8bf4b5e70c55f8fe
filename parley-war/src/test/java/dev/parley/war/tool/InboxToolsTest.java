package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.Inbox;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.page.PageSize;
import dev.parley.war.wire.ResultFields;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers of waits that do not reach the client. */
class InboxToolsTest {
  private static final RoomName DESK = RoomName.of("desk");

  private final Parley parley = ParleyBuilder.builder().inMemory().build();
  private final Connection alice = parley.connect(ConnectOptions.of("alice"));
  private final Connection bob = parley.connect(ConnectOptions.of("bob"));

  @BeforeEach
  void join() {
    alice.rooms().join(DESK);
    bob.rooms().join(DESK);
    assertThat(InboxTools.hasMessages(waited())).isFalse();
    alice.rooms().send(DESK, Body.of("hello"));
    assertThat(bob.inbox().awaitArrival(Inbox.MAX_WAIT).toCompletableFuture().join()).isTrue();
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void wait_whoseMessagesDoNotArrive_returnsThemAgain() {
    ResultFields lost = waited();
    assertThat(InboxTools.hasMessages(lost)).isTrue();
    lost.whenNotReceived().run();
    assertThat(InboxTools.hasMessages(waited())).isTrue();
  }

  /** Its number is that of the result before it, which has arrived. */
  @Test
  void wait_whoseEmptyResultDoesNotArrive_returnsNothingTwice() {
    assertThat(bob.inbox().takeForHook(PageSize.of(10)).toCompletableFuture().join().messages())
        .hasSize(1);
    ResultFields lost = waited();
    assertThat(InboxTools.hasMessages(lost)).isFalse();
    lost.whenNotReceived().run();
    assertThat(InboxTools.hasMessages(waited())).isFalse();
  }

  private ResultFields waited() {
    ToolDefinition tool =
        InboxTools.set().tools().stream()
            .filter(one -> one.name().equals("wait_for_messages"))
            .findFirst()
            .orElseThrow();
    return tool.call(new Caller(bob, ServerAddress.UNKNOWN), Map.of("block_ms", 200))
        .toCompletableFuture()
        .join();
  }
}
