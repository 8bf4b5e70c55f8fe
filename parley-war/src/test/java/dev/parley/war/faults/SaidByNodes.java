package dev.parley.war.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;

/** What two nodes have printed since. */
final class SaidByNodes {
  private static final int MANY = 20;

  private final TwoNodes nodes;
  private final int first;
  private final int second;

  SaidByNodes(TwoNodes nodes) {
    this.nodes = nodes;
    this.first = nodes.first().printed().size();
    this.second = nodes.second().printed().size();
  }

  List<String> first() {
    return since(nodes.first(), first);
  }

  List<String> second() {
    return since(nodes.second(), second);
  }

  void each(Consumer<List<String>> check) {
    check.accept(first());
    check.accept(second());
  }

  /** Returns whether each node has printed a line of this form; a node may say so later. */
  boolean bothHave(String form) {
    return first().stream().anyMatch(line -> line.matches(form))
        && second().stream().anyMatch(line -> line.matches(form));
  }

  void print() {
    first().forEach(line -> System.out.println("    a: " + line));
    second().forEach(line -> System.out.println("    b: " + line));
  }

  /** Fails where a person would have to read stack traces, or a flood. */
  void checkPlain() {
    each(
        lines -> {
          assertThat(lines)
              .noneMatch(line -> line.startsWith("\tat ") || line.contains("Exception"));
          assertThat(lines).hasSizeLessThan(MANY);
        });
  }

  private static List<String> since(TwoNodes.Node node, int from) {
    List<String> all = node.printed();
    return all.subList(from, all.size());
  }
}
