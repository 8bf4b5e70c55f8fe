package dev.parley.war.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What came of a talk.
 *
 * @param acknowledged the id of each message whose sender was told that it stands
 * @param read what each agent read by cursor
 * @param pushed what each listener was pushed
 * @param took how long it was
 */
public record Outcome(
    List<String> acknowledged, List<Heard> read, List<Heard> pushed, Duration took) {

  /** Acknowledged messages that an agent was not given, all agents together. */
  public long missing() {
    return everybody()
        .mapToLong(
            heard -> {
              Set<String> absent = new HashSet<>(acknowledged);
              heard.ids().forEach(absent::remove);
              return absent.size();
            })
        .sum();
  }

  /** Messages an agent was given again, all agents together. */
  public long doubled() {
    return everybody()
        .mapToLong(heard -> heard.ids().size() - new HashSet<>(heard.ids()).size())
        .sum();
  }

  /** Whether all were given the same in the same order, which is that of the positions. */
  public boolean orderEqual() {
    List<String> order = read.get(0).ids();
    return everybody().allMatch(heard -> isRising(heard.positions()))
        && read.stream().allMatch(heard -> heard.ids().equals(order))
        && pushed.stream().allMatch(heard -> heard.ids().equals(order.subList(1, order.size())));
  }

  /** Fails where an agent was not given everything once, in the order of all. */
  public void check() {
    assertThat(missing()).as("missing").isZero();
    assertThat(doubled()).as("doubled").isZero();
    assertThat(orderEqual()).as("order equal").isTrue();
  }

  /** The row of a table: what is missing, doubled and in order, and how long it took. */
  public String row(String carrier, String fault) {
    int interruptions = everybody().mapToInt(Heard::interruptions).sum();
    return String.format(
        "%-10s | %-34s | %6d acknowledged | %d + %d agents | %d missing | %d doubled"
            + " | order equal: %s | %d interruptions | %.1f s",
        carrier,
        fault,
        acknowledged.size(),
        read.size(),
        pushed.size(),
        missing(),
        doubled(),
        orderEqual() ? "yes" : "NO",
        interruptions,
        took.toMillis() / 1_000.0);
  }

  private Stream<Heard> everybody() {
    return Stream.concat(read.stream(), pushed.stream());
  }

  private static boolean isRising(List<Long> positions) {
    for (int i = 1; i < positions.size(); i++) {
      if (positions.get(i) <= positions.get(i - 1)) {
        return false;
      }
    }
    return true;
  }
}
