package dev.parley.war.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every tool there is: all sets, and what belongs to none. A name stands for one tool. */
public final class AllTools {
  private AllTools() {}

  /** The sets that are also offered on their own. */
  public static List<ToolSet> sets() {
    return List.of(RoomTools.set(), BusTools.set(), TeamTools.set());
  }

  /** All of them together, under no name. */
  public static ToolSet set() {
    Map<String, HubTool> tools = new LinkedHashMap<>();
    sets().forEach(set -> set.tools().forEach(tool -> tools.putIfAbsent(tool.name(), tool)));
    ClaimTools.all().forEach(tool -> tools.putIfAbsent(tool.name(), tool));
    InboxTools.all().forEach(tool -> tools.putIfAbsent(tool.name(), tool));
    LedgerTools.all().forEach(tool -> tools.putIfAbsent(tool.name(), tool));
    SearchTools.all().forEach(tool -> tools.putIfAbsent(tool.name(), tool));
    HubTool send = MessageTools.sendToRoomOrSession();
    tools.put(send.name(), send);
    return new ToolSet("", List.copyOf(tools.values()));
  }
}
