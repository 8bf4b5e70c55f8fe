package dev.parley.war.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The lines that two nodes have printed since, without the record of each session that a client
 * begins.
 */
final class SaidByNodes {
  private static final int MANY = 20;

  /** The two lines of that record. */
  private static final Predicate<String> SESSION =
      Pattern.compile(
              ".* dev\\.parley\\.war\\.mcp\\.McpEndpoint begun"
                  + "|INFO: MCP client .* began a session as .*")
          .asMatchPredicate();

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
    return all.subList(from, all.size()).stream().filter(SESSION.negate()).toList();
  }
}
