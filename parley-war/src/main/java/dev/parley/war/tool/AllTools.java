package dev.parley.war.tool;

import java.util.List;

/** Every tool there is: all sets, and what belongs to none. A name stands for one tool. */
public final class AllTools {
  private AllTools() {}

  /** The sets that are also offered on their own. */
  public static List<ToolSet> sets() {
    return List.of(RoomTools.set(), BusTools.set(), TeamTools.set(), InboxTools.set());
  }

  /** All of them together, under no name. */
  public static ToolSet set() {
    ToolSet claims = new ToolSet("claims", ClaimTools.all());
    ToolSet every =
        ToolSet.union(
            List.of(RoomTools.set(), BusTools.set(), TeamTools.set(), claims, InboxTools.set()));
    return new ToolSet("", every.tools());
  }
}
