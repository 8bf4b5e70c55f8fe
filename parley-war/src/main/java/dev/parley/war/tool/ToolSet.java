package dev.parley.war.tool;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tools that are offered together, under a path of their own.
 *
 * @param name the last part of the path, for example {@code rooms}; empty for every tool there is
 * @param tools the tools, in the order they are listed
 */
public record ToolSet(String name, List<ToolDefinition> tools) {

  /** Copies the list. */
  public ToolSet {
    tools = List.copyOf(tools);
  }

  /** Returns {@code sets} as one, named by their names with commas between them. */
  static ToolSet union(List<ToolSet> sets) {
    Map<String, ToolDefinition> tools = new LinkedHashMap<>();
    sets.forEach(set -> set.tools().forEach(tool -> tools.putIfAbsent(tool.name(), tool)));
    Set<String> names = sets.stream().map(ToolSet::name).collect(Collectors.toSet());
    if (names.contains(RoomTools.NAME) && names.contains(TeamTools.NAME)) {
      ToolDefinition send = MessageTools.sendToRoomOrSession();
      tools.put(send.name(), send);
    }
    return new ToolSet(
        sets.stream().map(ToolSet::name).collect(Collectors.joining(",")),
        List.copyOf(tools.values()));
  }

  /** Returns the names of its tools, in their order. */
  public Set<String> names() {
    return tools.stream()
        .map(ToolDefinition::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
