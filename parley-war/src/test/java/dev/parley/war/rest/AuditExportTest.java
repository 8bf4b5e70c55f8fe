package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.audit.Act;
import dev.parley.audit.Audit;
import dev.parley.audit.AuditAction;
import dev.parley.audit.AuditEntry;
import dev.parley.audit.AuditFilter;
import dev.parley.audit.Origin;
import dev.parley.id.AuditId;
import dev.parley.id.WorkspaceId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The export reads page after page, and writes one line for each entry. */
class AuditExportTest {
  private static AuditEntry entry(int number) {
    Act act =
        new Act(
            WorkspaceId.DEFAULT,
            "a" + number,
            Origin.NONE,
            AuditAction.TASK_CLAIM,
            "line\nbreak",
            Act.OK);
    return new AuditEntry(
        new AuditId(String.format("01ARZ3NDEKTSV4RRFF%08d", number)), Instant.EPOCH, act, 1);
  }

  /** An audit of so many entries, which are read from the first to the last. */
  private record Entries(List<AuditEntry> all, AtomicInteger reads) implements Audit {
    static Entries of(int count) {
      return new Entries(
          IntStream.range(0, count).mapToObj(AuditExportTest::entry).toList(), new AtomicInteger());
    }

    @Override
    public void record(Act act) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void recordBounded(Act act) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ListPage<AuditEntry> list(AuditFilter filter, Optional<AuditId> before, int limit) {
      reads.incrementAndGet();
      int from =
          before.map(id -> all.stream().map(AuditEntry::id).toList().indexOf(id) + 1).orElse(0);
      int to = Math.min(all.size(), from + limit);
      return new ListPage<>(all.subList(from, to), to < all.size());
    }
  }

  private static List<String> lines(Audit audit) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    AuditExport.of(audit, AuditFilter.ALL).write(out);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void write_hasALineForEachEntryOfEveryPage() throws IOException {
    Entries entries = Entries.of(2 * PageSize.MAX_LIMIT + 1);
    List<String> lines = lines(entries);
    assertThat(lines).hasSize(2 * PageSize.MAX_LIMIT + 1);
    assertThat(entries.reads()).hasValue(3);
    assertThat(lines.get(0))
        .isEqualTo(
            "{\"id\":\"01ARZ3NDEKTSV4RRFF00000000\",\"at\":\"1970-01-01T00:00:00.000Z\","
                + "\"workspace\":\"default\",\"actor\":\"a0\",\"credential\":null,"
                + "\"address\":null,\"action\":\"task.claim\",\"target\":\"line?break\","
                + "\"result\":\"ok\",\"times\":1}");
    assertThat(lines.get(2 * PageSize.MAX_LIMIT)).contains("\"actor\":\"a2000\"");
  }

  @Test
  void write_ofNothing_isEmpty() throws IOException {
    assertThat(lines(Entries.of(0))).isEmpty();
  }
}
