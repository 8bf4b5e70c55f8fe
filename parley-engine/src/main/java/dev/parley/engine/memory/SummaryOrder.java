package dev.parley.engine.memory;

import dev.parley.spi.MemoryStore.Saved;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The age of a session, as far as its name shows it: by the date in the name, then by the number
 * after the date, which is a time of day or a count. A name without a date is as old as its
 * summary. Older comes before younger.
 */
record SummaryOrder(LocalDate day, long number, Instant savedAt, String session)
    implements Comparable<SummaryOrder> {
  private static final Pattern DATED =
      Pattern.compile(
          "(?:^|[_-])(\\d{4})-(\\d{2})-(\\d{2})(?=[_-]|$)(?:[_-](\\d{1,18})(?=[_-]|$))?");
  private static final Comparator<SummaryOrder> ORDER =
      Comparator.comparing(SummaryOrder::day)
          .thenComparingLong(SummaryOrder::number)
          .thenComparing(SummaryOrder::savedAt)
          .thenComparing(SummaryOrder::session);

  static SummaryOrder of(Saved saved) {
    Matcher dated = DATED.matcher(saved.name());
    if (dated.find()) {
      try {
        LocalDate day = LocalDate.of(number(dated, 1), number(dated, 2), number(dated, 3));
        long number = dated.group(4) == null ? 0 : Long.parseLong(dated.group(4));
        return new SummaryOrder(day, number, saved.savedAt(), saved.name());
      } catch (DateTimeException noSuchDay) {
        // then it is not a date
      }
    }
    ZonedDateTime time = saved.savedAt().atZone(ZoneOffset.UTC);
    long number = (time.getHour() * 100L + time.getMinute()) * 100 + time.getSecond();
    return new SummaryOrder(time.toLocalDate(), number, saved.savedAt(), saved.name());
  }

  @Override
  public int compareTo(SummaryOrder other) {
    return ORDER.compare(this, other);
  }

  private static int number(Matcher dated, int group) {
    return Integer.parseInt(dated.group(group));
  }
}
