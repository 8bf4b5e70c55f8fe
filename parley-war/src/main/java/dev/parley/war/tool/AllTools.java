package dev.parley.war.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Every tool there is: all sets, and what belongs to none. A name stands for one tool. */
public final class AllTools {
  private AllTools() {}

  /** The sets that are also offered on their own. */
  public static List<ToolSet> sets() {
    return List.of(RoomTools.set(), TopicTools.set(), TeamTools.set(), InboxTools.set());
  }

  /** All of them together, under no name. */
  public static ToolSet set() {
    ToolSet claims = new ToolSet("claims", ClaimTools.all());
    ToolSet reviews = new ToolSet("reviews", ReviewTools.inNoSet());
    ToolSet reach = new ToolSet("reach", ReachTools.all());
    List<ToolSet> every =
        List.of(
            RoomTools.set(),
            TopicTools.set(),
            TeamTools.set(),
            claims,
            reviews,
            InboxTools.set(),
            reach);
    return new ToolSet("", union(every).tools());
  }

  /**
   * Returns {@code sets} as one, named by their names with commas between them. Rooms and team each
   * have a send_message; both together have the one that sends to either, and no other name is in
   * two sets.
   */
  static ToolSet union(List<ToolSet> sets) {
    Set<String> names = sets.stream().map(ToolSet::name).collect(Collectors.toSet());
    boolean both = names.containsAll(Set.of(RoomTools.NAME, TeamTools.NAME));
    List<ToolDefinition> tools = new ArrayList<>();
    for (ToolSet set : sets) {
      for (ToolDefinition tool : set.tools()) {
        if (!both || !tool.name().equals(MessageTools.SEND)) {
          tools.add(tool);
        } else if (set.name().equals(RoomTools.NAME)) {
          tools.add(MessageTools.sendToRoomOrSession());
        }
      }
    }
    return new ToolSet(sets.stream().map(ToolSet::name).collect(Collectors.joining(",")), tools);
  }
}
