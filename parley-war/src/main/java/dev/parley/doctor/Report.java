package dev.parley.doctor;

import dev.parley.bridge.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The findings of all links, in their order. */
record Report(List<Entry> entries) {
  private static final int STATE_WIDTH = 8;

  /** Copies the entries. */
  Report {
    entries = List.copyOf(entries);
  }

  /** The finding of one link. */
  record Entry(String name, Finding finding, long millis) {}

  /** The first link that is broken. */
  Optional<Entry> broken() {
    return entries.stream()
        .filter(entry -> entry.finding().state() == Finding.State.BROKEN)
        .findFirst();
  }

  /** One line: that all links work, or the first broken one and its remedy. */
  String verdict() {
    return broken()
        .map(entry -> "Broken link: " + entry.name() + ". " + sentences(entry.finding()))
        .orElseGet(this::allWork);
  }

  private String allWork() {
    List<String> parts = new ArrayList<>();
    parts.add(count(Finding.State.OK) + " ok");
    for (Finding.State state : List.of(Finding.State.WARNING, Finding.State.SKIPPED)) {
      if (count(state) > 0) {
        parts.add(count(state) + " " + state.word());
      }
    }
    return "All links work: " + String.join(", ", parts) + ".";
  }

  private long count(Finding.State state) {
    return entries.stream().filter(entry -> entry.finding().state() == state).count();
  }

  private static String sentences(Finding finding) {
    String all = finding.detail() + (finding.remedy().isEmpty() ? "" : " " + finding.remedy());
    return all.replaceAll("\\s*\\R\\s*", " ");
  }

  /** The verdict, then one line for each link. */
  String text() {
    int width = entries.stream().mapToInt(entry -> entry.name().length()).max().orElse(0);
    StringBuilder text = new StringBuilder(2048).append(verdict()).append('\n');
    for (Entry entry : entries) {
      text.append(padded(entry.finding().state().word(), STATE_WIDTH));
      text.append(padded(entry.name(), width + 1));
      text.append(sentences(entry.finding())).append('\n');
    }
    return text.toString();
  }

  private static String padded(String word, int width) {
    return word + " ".repeat(Math.max(1, width - word.length()));
  }

  /** One JSON object. */
  String json() {
    List<String> links = new ArrayList<>();
    for (Entry entry : entries) {
      links.add(
          "{\"name\":"
              + JsonValue.quoted(entry.name())
              + ",\"state\":"
              + JsonValue.quoted(entry.finding().state().word())
              + ",\"detail\":"
              + JsonValue.quoted(entry.finding().detail())
              + ",\"remedy\":"
              + JsonValue.quoted(entry.finding().remedy())
              + ",\"millis\":"
              + entry.millis()
              + "}");
    }
    String first = broken().map(entry -> JsonValue.quoted(entry.name())).orElse("null");
    return "{\"ok\":"
        + broken().isEmpty()
        + ",\"broken\":"
        + first
        + ",\"links\":["
        + String.join(",", links)
        + "]}\n";
  }
}
