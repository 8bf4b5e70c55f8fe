package dev.parley.engine.session;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import dev.parley.problem.KeyReused;
import dev.parley.problem.SessionFull;
import dev.parley.session.Session;
import dev.parley.session.SessionMessagePage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of the messages of a session. */
@OnStores
class SessionMessagesTest extends OpenBoard {
  @Test
  void send_isReadAsItWasSaid() {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (int i = SessionMessageDraft.MAX_ENTRIES; i > 0; i--) {
      metadata.put("k".repeat(SessionMessageDraft.MAX_KEY - 2) + (9 + i), "ü".repeat(1_024));
    }
    SessionMessageDraft draft =
        SessionMessageDraft.direct(BOB, "😀".repeat(SessionMessageDraft.MAX_CONTENT / 2))
            .in("t".repeat(256))
            .with(metadata)
            .once("k".repeat(256));
    SessionMessage sent = session("alice").messages().send(draft);
    assertThat(sent)
        .isEqualTo(
            new SessionMessage(
                sent.id(), MAIN, sent.seq(), ALICE, false, clock().instant(), draft));
    SessionMessage read = session("bob").messages().after(0).get(0);
    assertThat(read).isEqualTo(sent);
    assertThat(read.draft().metadata().keySet()).containsExactlyElementsOf(metadata.keySet());
  }

  @Test
  void send_ofNothing_isKept() {
    session("alice").messages().send(SessionMessageDraft.direct(BOB, "").with(Map.of("", "")));
    assertThat(session("bob").messages().after(0))
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.draft().content()).isEmpty();
              assertThat(message.draft().metadata()).isEqualTo(Map.of("", ""));
            });
  }

  @Test
  void after_givesWhatWasSaidToOneOrToAllButOnesOwnBroadcasts() {
    Session alice = session("alice");
    Session bob = session("bob");
    say(alice, SessionMessageDraft.broadcast("alice to all"));
    say(alice, SessionMessageDraft.direct(BOB, "alice to bob"));
    say(alice, SessionMessageDraft.direct(ALICE, "alice to herself"));
    say(bob, SessionMessageDraft.direct(ALICE, "bob to alice"));
    say(bob, SessionMessageDraft.direct(new AgentId("nobody"), "bob to nobody"));
    say(bob, SessionMessageDraft.broadcast("bob to all"));
    assertThat(heard(alice, 0)).containsExactly("alice to herself", "bob to alice", "bob to all");
    assertThat(heard(bob, 0)).containsExactly("alice to all", "alice to bob");
    assertThat(heard(session("carol"), 0)).containsExactly("alice to all", "bob to all");
    assertThat(heard(alice.as(BOB), 0)).isEqualTo(heard(bob, 0));
  }

  @Test
  void after_aPosition_givesOnlyWhatStandsBehindIt() {
    Session alice = session("alice");
    Session bob = session("bob");
    List<Long> seqs =
        IntStream.range(0, 5)
            .mapToObj(i -> say(alice, SessionMessageDraft.broadcast("m" + i)).seq())
            .toList();
    assertThat(seqs).isSorted().doesNotHaveDuplicates();
    assertThat(heard(bob, seqs.get(2))).containsExactly("m3", "m4");
    assertThat(heard(bob, seqs.get(2) - 1)).containsExactly("m2", "m3", "m4");
    assertThat(heard(bob, seqs.get(4))).isEmpty();
    assertThat(heard(bob, Long.MAX_VALUE)).isEmpty();
    assertThat(heard(bob, 0)).hasSize(5).isEqualTo(heard(bob, -7));
  }

  @Test
  void send_underAUsedKey_isTheFirstOneOfItsSenderOrRefused() {
    Session alice = session("alice");
    SessionMessageDraft draft =
        SessionMessageDraft.broadcast("first").with(Map.of("a", "b")).once("k");
    SessionMessage first = say(alice, draft);
    assertThat(say(alice, draft)).isEqualTo(first);
    assertThat(refused(() -> say(alice, SessionMessageDraft.direct(BOB, "second").once("k"))))
        .isEqualTo(new KeyReused("k", "message", first.id().value()));
    assertThat(say(alice, SessionMessageDraft.broadcast("Key").once("K"))).isNotEqualTo(first);
    assertThat(say(alice, SessionMessageDraft.broadcast("blank").once("k "))).isNotEqualTo(first);
    assertThat(say(session("bob"), SessionMessageDraft.broadcast("bob's").once("k")))
        .isNotEqualTo(first);
    assertThat(heard(session("carol"), 0)).containsExactly("first", "Key", "blank", "bob's");
  }

  @Test
  void send_withoutAKey_isSaidEachTime() {
    Session alice = session("alice");
    for (int i = 0; i < 2; i++) {
      say(alice, SessionMessageDraft.broadcast("again"));
      say(alice, SessionMessageDraft.broadcast("again").once(""));
    }
    assertThat(heard(session("bob"), 0)).hasSize(4);
  }

  @Test
  void send_bySixteenAtOnceUnderOneKey_isSaidOnce() throws Exception {
    List<MessageId> ids =
        AtOnce.run(
            16, i -> say(session("alice"), SessionMessageDraft.broadcast("m").once("k")).id());
    assertThat(ids).containsOnly(ids.get(0));
    assertThat(session("bob").messages().after(0)).hasSize(1);
  }

  @Test
  void send_byManyAtOnce_isInOneOrderForAll() throws Exception {
    List<List<Long>> sent =
        AtOnce.run(
            8,
            i -> {
              Session sender = session("agent-" + i);
              return IntStream.range(0, 20)
                  .mapToObj(n -> say(sender, SessionMessageDraft.broadcast(i + ":" + n)).seq())
                  .toList();
            });
    List<SessionMessage> read = session("reader").messages().after(0);
    assertThat(read).hasSize(160).isSortedAccordingTo((a, b) -> Long.compare(a.seq(), b.seq()));
    Map<Long, String> bySeq = new HashMap<>();
    read.forEach(message -> bySeq.put(message.seq(), message.draft().content()));
    for (int i = 0; i < 8; i++) {
      assertThat(sent.get(i)).isSorted();
      for (int n = 0; n < 20; n++) {
        assertThat(bySeq.get(sent.get(i).get(n))).isEqualTo(i + ":" + n);
      }
    }
  }

  @Test
  void send_pastTheLimit_isRefusedButNotUnderAUsedKey() {
    try (Parley small = another("small").limits(new SessionLimits(2, 9, 9, 9)).build()) {
      Session alice = session(small, "alice", MAIN);
      SessionMessage first = say(alice, SessionMessageDraft.broadcast("1").once("k"));
      say(alice, SessionMessageDraft.broadcast("2"));
      assertThat(refused(() -> say(alice, SessionMessageDraft.broadcast("3"))))
          .isEqualTo(new SessionFull("message", 2));
      assertThat(say(alice, SessionMessageDraft.broadcast("1").once("k"))).isEqualTo(first);
      say(
          session(small, "alice", new SessionId("other")),
          SessionMessageDraft.broadcast("elsewhere"));
    }
  }

  @Test
  void messages_ofAnotherSession_areNotHeard() {
    say(session("alice"), SessionMessageDraft.broadcast("here"));
    Session other = session(parley(), "bob", new SessionId("other"));
    assertThat(heard(other, 0)).isEmpty();
    say(other, SessionMessageDraft.direct(ALICE, "there").once("k"));
    assertThat(heard(session("alice"), 0)).isEmpty();
  }

  @Test
  void after_inPages_isTheWholeListFromTheOldest() {
    Session alice = session("alice");
    for (int i = 0; i < 25; i++) {
      say(
          alice,
          i % 3 == 0
              ? SessionMessageDraft.broadcast("m" + i).with(Map.of("n", "" + i))
              : SessionMessageDraft.direct(BOB, "m" + i));
      say(alice, SessionMessageDraft.direct(CAROL, "not for bob"));
    }
    Session bob = session("bob");
    List<SessionMessage> read = new ArrayList<>();
    SessionMessagePage page;
    long after = 0;
    do {
      page = bob.messages().after(after, PageSize.of(7));
      assertThat(page.messages()).hasSizeLessThanOrEqualTo(7);
      read.addAll(page.messages());
      after = read.get(read.size() - 1).seq();
    } while (page.hasMore());
    assertThat(read).isEqualTo(bob.messages().after(0));
    assertThat(bob.messages().after(0, PageSize.of(25)).hasMore()).isFalse();
    assertThat(bob.messages().after(0, PageSize.of(24)).hasMore()).isTrue();
    assertThat(bob.messages().after(after, PageSize.of(1)))
        .isEqualTo(new SessionMessagePage(List.of(), false));
  }

  @Test
  void after_inPagesOfSoMuch_holdsWhatFitsAndOneAtLeast() {
    Session alice = session("alice");
    for (int i = 0; i < 5; i++) {
      say(alice, SessionMessageDraft.broadcast("x".repeat(1_000)));
    }
    Session bob = session("bob");
    assertThat(bob.messages().after(0, ofLength(3_000)).messages()).hasSize(3);
    assertThat(bob.messages().after(0, ofLength(2_999)).messages()).hasSize(2);
    assertThat(bob.messages().after(0, ofLength(1)).messages()).hasSize(1);
    assertThat(bob.messages().after(0, ofLength(1)).hasMore()).isTrue();
    assertThat(bob.messages().after(0, ofLength(5_000)).hasMore()).isFalse();
    PageSize<SessionMessage> heavier = new PageSize<>(1_000, 5_000, message -> 2_000);
    assertThat(bob.messages().after(0, heavier).messages()).hasSize(2);
    assertThat(bob.messages().after(0, heavier).hasMore()).isTrue();
  }

  @Test
  void after_aPage_countsWhatItHeldAsReadAndNoMore() {
    Session alice = session("alice");
    say(alice, SessionMessageDraft.direct(BOB, "one"));
    SessionMessage second = say(alice, SessionMessageDraft.direct(BOB, "two"));
    Session bob = session("bob");
    bob.messages().after(0, PageSize.of(1));
    assertThat(alice.messages().status(second.seq()).recipients())
        .allMatch(recipient -> recipient.offered().isEmpty());
  }

  private static PageSize<SessionMessage> ofLength(long budget) {
    return new PageSize<>(1_000, budget, message -> message.draft().content().length());
  }

  private static SessionMessage say(Session session, SessionMessageDraft draft) {
    return session.messages().send(draft);
  }

  private static List<String> heard(Session session, long after) {
    return session.messages().after(after).stream().map(m -> m.draft().content()).toList();
  }
}
