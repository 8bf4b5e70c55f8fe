package dev.parley.message;

import static dev.parley.problem.Refusals.refusedField;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionMessageDraftTest {
  private static final SessionMessageDraft HI = SessionMessageDraft.broadcast("hi");

  @Test
  void content_of65536Characters_isKeptAndOneMoreIsRefused() {
    assertThat(SessionMessageDraft.broadcast("").content()).isEmpty();
    assertThat(SessionMessageDraft.broadcast("c".repeat(65_536)).content()).hasSize(65_536);
    assertThat(refusedField(() -> SessionMessageDraft.broadcast("c".repeat(65_537))))
        .isEqualTo("content");
    assertThat(
            refusedField(() -> SessionMessageDraft.direct(new AgentId("bob"), "c".repeat(65_537))))
        .isEqualTo("content");
  }

  @Test
  void thread_ofTheForm_isKeptAndAnyOtherIsRefused() {
    for (String name : List.of("t", "A_z-9", "t".repeat(256))) {
      assertThat(HI.in(name).thread()).contains(name);
    }
    for (String name : List.of("", "a b", "a.b", "ä", "t\n", "t".repeat(257))) {
      assertThat(refusedField(() -> HI.in(name))).isEqualTo("thread_id");
    }
  }

  @Test
  void metadata_of20Entries_isKeptAndOf21IsRefused() {
    assertThat(HI.with(entries(20)).metadata()).hasSize(20);
    assertThat(refusedField(() -> HI.with(entries(21)))).isEqualTo("metadata");
  }

  @Test
  void metadata_withKeysOf64AndValuesOf1024_isKeptAndPastThatRefused() {
    Map<String, String> full = Map.of("k".repeat(64), "v".repeat(1_024));
    assertThat(HI.with(full).metadata()).isEqualTo(full);
    assertThat(refusedField(() -> HI.with(Map.of("k".repeat(65), "v")))).isEqualTo("metadata");
    assertThat(refusedField(() -> HI.with(Map.of("k", "v".repeat(1_025))))).isEqualTo("metadata");
  }

  @Test
  void metadata_isCopiedInItsOrder() {
    Map<String, String> given = new LinkedHashMap<>(Map.of("z", "1"));
    given.put("a", "2");
    SessionMessageDraft draft = HI.with(given);
    given.clear();
    assertThat(draft.metadata().keySet()).containsExactly("z", "a");
    assertThatThrownBy(() -> draft.metadata().put("b", "3"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(new HashMap<>(draft.metadata())).hasSize(2);
  }

  @Test
  void idempotencyKey_of256Characters_isKeptOneMoreIsRefusedAndAnEmptyOneIsNone() {
    assertThat(HI.once("k".repeat(256)).idempotencyKey()).contains("k".repeat(256));
    assertThat(refusedField(() -> HI.once("k".repeat(257)))).isEqualTo("idempotency_key");
    assertThat(HI.once("")).isEqualTo(HI);
  }

  @Test
  void parts_areAddedToWhatIsThere() {
    AgentId bob = new AgentId("bob");
    SessionMessageDraft draft =
        SessionMessageDraft.direct(bob, "hi").in("t").with(Map.of("a", "b")).once("k").in("u");
    assertThat(draft.to()).contains(bob);
    assertThat(draft.content()).isEqualTo("hi");
    assertThat(draft.thread()).contains("u");
    assertThat(draft.metadata()).isEqualTo(Map.of("a", "b"));
    assertThat(draft.idempotencyKey()).contains("k");
    assertThat(HI.to()).isEmpty();
  }

  @Test
  void sessionId_ofTheForm_isKeptAndAnyOtherIsRefused() {
    for (String id : List.of("s", "2026-01-02-030405-00ff", "A_9", "s".repeat(128))) {
      assertThat(new SessionId(id)).hasToString(id);
    }
    for (String id : List.of("", "a b", "../a", "a/b", "a.b", "ä", "s\n", "s".repeat(129))) {
      assertThat(refusedField(() -> new SessionId(id))).isEqualTo("session");
    }
  }

  private static Map<String, String> entries(int count) {
    return IntStream.range(0, count).boxed().collect(toMap(i -> "k" + i, i -> "v"));
  }
}
