package dev.parley.engine.memory;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.AtOnce;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.Memory;
import dev.parley.memory.MemoryBlock;
import dev.parley.memory.SectionKey;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory and summaries as agents see them, over one store. */
abstract class SectionedMemoryContract {
  private static final AgentId ALICE = new AgentId("alice");
  private static final SectionKey STACK = new SectionKey("stack");
  private static final AgentId BOB = new AgentId("bob");
  private static final IdempotencyKey KEY = new IdempotencyKey("k");
  private static final int AGENTS = 50;

  private Instant now;
  private MemoryStore store;
  private SectionedMemory memory;
  private SessionSummaries summaries;

  abstract MemoryStore newStore(InstantSource clock) throws Exception;

  @BeforeEach
  final void make() throws Exception {
    now = Instant.parse("2026-03-14T23:59:59.999Z");
    store = newStore(() -> now);
    memory = new SectionedMemory(WorkspaceId.DEFAULT, store, () -> now);
    summaries = new SessionSummaries(WorkspaceId.DEFAULT, store);
  }

  @Test
  void read_ofNothingWritten_isEmpty() {
    assertThat(memory.project()).isEmpty();
    assertThat(memory.of(ALICE)).isEmpty();
    assertThat(summaries.of(new SessionId("s"))).isEmpty();
    assertThat(summaries.sessions()).isEmpty();
  }

  @Test
  void write_ofASection_goesToItsDocumentAlone() {
    memory.write(STACK, "Java 17");
    memory.write(ALICE, STACK, "of alice");
    new SectionedMemory(new WorkspaceId("other"), store, () -> now).write(STACK, "other");
    assertThat(memory.project()).contains("## stack\n\nJava 17\n");
    assertThat(memory.of(ALICE)).contains("## stack\n\nof alice\n");
    assertThat(memory.of(new AgentId("bob"))).isEmpty();
  }

  @Test
  void agents_areThoseOfWhomSomethingWasWritten_byName() {
    assertThat(memory.agents()).isEmpty();
    memory.write(STACK, "the project's");
    memory.append(new AgentId("bob"), "one");
    memory.write(ALICE, STACK, "of alice");
    memory.write(ALICE, STACK, "again");
    new SectionedMemory(new WorkspaceId("other"), store, () -> now).append(new AgentId("eve"), "x");
    assertThat(memory.agents()).containsExactly(ALICE, new AgentId("bob"));
  }

  @Test
  void append_isDatedTodayInUtcAndOutlivesWrites() {
    memory.write(ALICE, STACK, "old");
    memory.append(ALICE, "one");
    now = now.plusMillis(1);
    memory.append(ALICE, "two");
    memory.write(ALICE, STACK, "new");
    assertThat(memory.of(ALICE))
        .contains(
            """
            ## stack

            new

            ---
            _2026-03-14_

            one

            ---
            _2026-03-15_

            two
            """);
  }

  @Test
  void write_ofContentWithHeadings_isReplacedWhole() {
    String nested = "x\n## inner\ny\n```\n## code\n```";
    memory.write(STACK, nested);
    memory.write(new SectionKey("inner"), "own");
    assertThat(memory.project()).contains("## stack\n\n" + nested + "\n\n## inner\n\nown\n");
    memory.write(STACK, "z");
    assertThat(memory.project()).contains("## stack\n\nz\n\n## inner\n\nown\n");
  }

  @Test
  void write_byFiftyAgentsAtOnce_leavesFiftySections() throws Exception {
    AtOnce.run(
        AGENTS,
        index -> {
          memory.write(new SectionKey("agent " + index), "content of " + index);
          memory.append(ALICE, "entry of " + index);
          return index;
        });
    assertThat(Arrays.stream(memory.project().orElseThrow().split("\n?## ")).skip(1))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, AGENTS)
                .mapToObj(index -> "agent " + index + "\n\ncontent of " + index + "\n")
                .toList());
    assertThat(Arrays.stream(memory.of(ALICE).orElseThrow().split("\n---\n_.*_\n\n")).skip(1))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, AGENTS).mapToObj(index -> "entry of " + index + "\n").toList());
  }

  @Test
  void content_ofTheGreatestLength_isKeptAndOnePastItRefused() {
    String longest = "€".repeat(Memory.MAX_CONTENT);
    memory.write(STACK, longest);
    memory.write(ALICE, STACK, longest);
    memory.append(ALICE, longest);
    summaries.save(new SessionId("s"), longest);
    assertThat(memory.project().orElseThrow())
        .hasSize("## stack\n\n\n".length() + longest.length());
    assertThat(summaries.of(new SessionId("s")).orElseThrow()).hasSize(longest.length());
    String longer = longest + "x";
    assertThat(refusedField(() -> memory.write(STACK, longer))).isEqualTo("content");
    assertThat(refusedField(() -> memory.write(ALICE, STACK, longer))).isEqualTo("content");
    assertThat(refusedField(() -> memory.append(ALICE, longer))).isEqualTo("content");
    assertThat(refusedField(() -> summaries.save(new SessionId("s"), longer))).isEqualTo("summary");
  }

  @Test
  void document_thatIsFull_refusesMoreAndStays() {
    String longest = "x".repeat(Memory.MAX_CONTENT);
    int room = MemoryStore.MAX_DOCUMENT / Memory.MAX_CONTENT;
    for (int section = 0; section < room; section++) {
      memory.write(new SectionKey("s" + section), longest);
    }
    String before = memory.project().orElseThrow();
    SectionKey last = new SectionKey("last");
    int rest = MemoryStore.MAX_DOCUMENT - before.length() - "\n## last\n\n\n".length();
    Problem full = refused(() -> memory.write(last, "y".repeat(rest + 1)));
    assertThat(full.message()).contains("shorten a section first");
    assertThat(full.details())
        .containsEntry("field", "content")
        .containsEntry("limit", MemoryStore.MAX_DOCUMENT);
    assertThat(memory.project().orElseThrow().equals(before)).as("as before").isTrue();
    memory.write(last, "y".repeat(rest));
    assertThat(memory.project().orElseThrow()).hasSize(MemoryStore.MAX_DOCUMENT);
  }

  @Test
  void append_again_underItsKey_isOneEntryOnWhateverDay() {
    Memory alices = memory("alice");
    alices.append(BOB, "learned", KEY);
    now = now.plusMillis(1);
    alices.append(BOB, "learned", KEY);
    memory("carol").append(BOB, "of carol", KEY);
    assertThat(alices.blocks(Optional.of(BOB)))
        .extracting(MemoryBlock::title, MemoryBlock::content)
        .containsExactly(tuple("2026-03-14", "learned"), tuple("2026-03-15", "of carol"));
  }

  @Test
  void write_again_underItsKey_leavesWhatOthersWroteSince() {
    Memory alices = memory("alice");
    alices.write(Optional.empty(), STACK, "Java 17", KEY);
    memory("bob").write(STACK, "Java 21");
    alices.write(Optional.empty(), STACK, "Java 17", KEY);
    assertThat(alices.project()).contains("## stack\n\nJava 21\n");
  }

  @Test
  void write_ofSomethingElseUnderAKey_isRefused() {
    Memory alices = memory("alice");
    alices.write(Optional.of(BOB), STACK, "Java 17", KEY);
    for (Runnable other :
        List.<Runnable>of(
            () -> alices.write(Optional.of(BOB), STACK, "Java 21", KEY),
            () -> alices.write(Optional.of(BOB), new SectionKey("other"), "Java 17", KEY),
            () -> alices.write(Optional.empty(), STACK, "Java 17", KEY),
            () -> alices.append(BOB, "Java 17", KEY))) {
      Problem refused = refused(other::run);
      assertThat(refused.code()).isEqualTo(ProblemCode.KEY_REUSED);
      assertThat(refused.details())
          .containsEntry("what", "memory section")
          .containsEntry("id", "bob");
    }
    assertThat(alices.of(BOB)).contains("## stack\n\nJava 17\n");
    assertThat(alices.project()).isEmpty();
  }

  private Memory memory(String caller) {
    return new SectionedMemory(WorkspaceId.DEFAULT, store, () -> now, 10, new AgentId(caller));
  }

  @Test
  void summary_isReadAsItWasSaved() {
    SessionId session = new SessionId("2026-03-14-001-a3f7");
    for (String text : new String[] {"# Done\n\nAll of it.", "again\n\n", "", "## a\r\nb"}) {
      summaries.save(session, text);
      assertThat(summaries.of(session)).contains(text);
    }
  }

  @Test
  void sessions_areNewestFirst() {
    for (String name :
        new String[] {
          "2026-03-13-001-ffff", "zebra-2026-03-12-001-a3f7", "custom", "2026-03-15-001-0000"
        }) {
      summaries.save(new SessionId(name), "x");
    }
    new SessionSummaries(new WorkspaceId("other"), store).save(new SessionId("elsewhere"), "x");
    assertThat(summaries.sessions())
        .extracting(SessionId::value)
        .containsExactly(
            "2026-03-15-001-0000", "custom", "2026-03-13-001-ffff", "zebra-2026-03-12-001-a3f7");
  }

  @Test
  void blocks_areWhatWasWritten_withHeadingsInsideOfContentAndEntriesApart() {
    assertThat(memory.blocks(Optional.of(ALICE))).isEmpty();
    String guide = "Short.\n\n## Headings\n\nCase.\n\n## Dates\n\nISO.";
    memory.write(ALICE, STACK, guide);
    memory.append(ALICE, "learned\n\n## a lot");
    List<MemoryBlock> blocks = memory.blocks(Optional.of(ALICE));
    assertThat(blocks)
        .extracting(MemoryBlock::kind)
        .containsExactly(MemoryBlock.Kind.SECTION, MemoryBlock.Kind.ENTRY);
    assertThat(blocks).extracting(MemoryBlock::title).containsExactly("stack", "2026-03-14");
    assertThat(blocks)
        .extracting(MemoryBlock::content)
        .containsExactly(guide, "learned\n\n## a lot");
    assertThat(blocks.get(1).version()).isEmpty();
    assertThat(memory.blocks(Optional.empty())).isEmpty();
  }

  @Test
  void replace_ofWhatWasRead_writesItAndLeavesTheEntryOnce() {
    memory.write(ALICE, STACK, "old");
    memory.append(ALICE, "entry");
    memory.replace(Optional.of(ALICE), STACK, version(ALICE), "new");
    memory.replace(Optional.of(ALICE), STACK, version(ALICE), "newer");
    assertThat(memory.of(ALICE)).contains("## stack\n\nnewer\n\n---\n_2026-03-14_\n\nentry\n");
  }

  @Test
  void replace_ofASectionThatWasChangedMeanwhile_isRefusedWithItsWords() {
    memory.write(ALICE, STACK, "old");
    Optional<String> read = version(ALICE);
    memory.write(ALICE, STACK, "an agent's");
    Problem refused = refused(() -> memory.replace(Optional.of(ALICE), STACK, read, "mine"));
    assertThat(refused.code()).isEqualTo(ProblemCode.SECTION_CHANGED);
    assertThat(refused.details())
        .containsEntry("current", "an agent's")
        .containsEntry("version", version(ALICE).orElseThrow());
    assertThat(memory.of(ALICE)).contains("## stack\n\nan agent's\n");
  }

  @Test
  void replace_ofASectionThatWasNotThere_isRefusedWhereItIsNow() {
    memory.replace(Optional.empty(), STACK, Optional.empty(), "first");
    assertThat(refused(() -> memory.replace(Optional.empty(), STACK, Optional.empty(), "x")).code())
        .isEqualTo(ProblemCode.SECTION_CHANGED);
    assertThat(
            refused(() -> memory.replace(Optional.of(ALICE), STACK, Optional.of("1f"), "no such"))
                .details())
        .doesNotContainKey("current");
    assertThat(memory.project()).contains("## stack\n\nfirst\n");
    assertThat(memory.of(ALICE)).isEmpty();
    assertThat(
            refusedField(
                () ->
                    memory.replace(
                        Optional.of(ALICE),
                        STACK,
                        Optional.empty(),
                        "a".repeat(Memory.MAX_CONTENT + 1))))
        .isEqualTo("content");
  }

  @Test
  void replace_byManyWhoReadTheSame_oneWrites() throws Exception {
    memory.write(STACK, "0");
    Optional<String> read = memory.blocks(Optional.empty()).get(0).version();
    List<Boolean> wrote =
        AtOnce.run(
            8,
            i -> {
              try {
                memory.replace(Optional.empty(), STACK, read, "by " + i);
                return true;
              } catch (ParleyException changed) {
                return false;
              }
            });
    assertThat(wrote).containsOnlyOnce(true);
  }

  private Optional<String> version(AgentId agent) {
    return memory.blocks(Optional.of(agent)).get(0).version();
  }
}
