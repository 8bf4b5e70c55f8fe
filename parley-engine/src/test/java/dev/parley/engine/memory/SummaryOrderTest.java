package dev.parley.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.spi.MemoryStore.Saved;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SummaryOrderTest {
  private static final Instant NOON = Instant.parse("2026-03-14T12:00:00Z");

  @Test
  void order_isByTheDateInTheName_whateverStandsBeforeIt() {
    assertThat(
            newestFirst(
                "2026-03-13-001-ffff",
                "zebra-2026-03-12-001-a3f7",
                "web_2026-03-14-002-0000",
                "2026-03-14-001-ffff",
                "a-b-2026-03-14-003-0000",
                "2025-12-31-235959-abcd"))
        .containsExactly(
            "a-b-2026-03-14-003-0000",
            "web_2026-03-14-002-0000",
            "2026-03-14-001-ffff",
            "2026-03-13-001-ffff",
            "zebra-2026-03-12-001-a3f7",
            "2025-12-31-235959-abcd");
  }

  @Test
  void order_withinADay_isByNumberNotByText() {
    assertThat(newestFirst("2026-03-14-999-a", "2026-03-14-1000-a", "x-2026-03-14-093000-a"))
        .containsExactly("x-2026-03-14-093000-a", "2026-03-14-1000-a", "2026-03-14-999-a");
    assertThat(newestFirst("2026-03-14-001-a", "2026-03-14-notes", "2026-03-14-", "x-2026-03-14"))
        .startsWith("2026-03-14-001-a");
    assertThat(newestFirst("2026-03-14-001-a", "2026-03-15", "2026-03-16-9x"))
        .containsExactly("2026-03-16-9x", "2026-03-15", "2026-03-14-001-a");
  }

  @Test
  void order_ofNamesWithoutADate_isBySaving() {
    assertThat(
            Stream.of(
                    new Saved("2026-03-14-115959-ffff", NOON.plusSeconds(99)),
                    new Saved("zebra", NOON),
                    new Saved("2026-99-99-1", NOON.plusSeconds(1)),
                    new Saved("12026-03-15-1", NOON.plusSeconds(2)),
                    new Saved("2026-03-14-120004-0000", NOON.minusSeconds(99)))
                .map(SummaryOrder::of)
                .sorted(Comparator.reverseOrder())
                .map(SummaryOrder::session))
        .containsExactly(
            "2026-03-14-120004-0000",
            "12026-03-15-1",
            "2026-99-99-1",
            "zebra",
            "2026-03-14-115959-ffff");
  }

  @Test
  void order_ofEqualNumbers_isBySavingThenByName() {
    assertThat(
            Stream.of(
                    new Saved("a-2026-03-14-001-0000", NOON.plusSeconds(1)),
                    new Saved("2026-03-14-001-ffff", NOON),
                    new Saved("2026-03-14-001-fff0", NOON))
                .map(SummaryOrder::of)
                .sorted(Comparator.reverseOrder())
                .map(SummaryOrder::session))
        .containsExactly("a-2026-03-14-001-0000", "2026-03-14-001-ffff", "2026-03-14-001-fff0");
  }

  private static List<String> newestFirst(String... names) {
    return Stream.of(names)
        .map(name -> SummaryOrder.of(new Saved(name, NOON)))
        .sorted(Comparator.reverseOrder())
        .map(SummaryOrder::session)
        .toList();
  }
}
