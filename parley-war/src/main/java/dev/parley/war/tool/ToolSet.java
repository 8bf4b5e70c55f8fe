package dev.parley.war.tool;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tools that are offered together, under a path of their own.
 *
 * @param name the last part of the path, for example {@code rooms}; empty for every tool there is
 * @param tools the tools, in the order they are listed
 */
public record ToolSet(String name, List<ToolDefinition> tools) {

  /** Copies the list; a name stands for one tool. */
  public ToolSet {
    tools = List.copyOf(tools);
    Set<String> names = new HashSet<>();
    for (ToolDefinition tool : tools) {
      if (!names.add(tool.name())) {
        throw new IllegalArgumentException("two tools are named " + tool.name());
      }
    }
  }

  /** Returns the names of its tools, in their order. */
  public Set<String> names() {
    return tools.stream()
        .map(ToolDefinition::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
