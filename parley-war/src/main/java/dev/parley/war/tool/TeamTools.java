package dev.parley.war.tool;

import java.util.ArrayList;
import java.util.List;

/**
 * The set {@code team}: sessions, messages, tasks, artifacts, reviews, memory and personas. What
 * these tools do not know of, they pass over.
 */
public final class TeamTools {
  /** The name of the set. */
  static final String NAME = "team";

  private TeamTools() {}

  /** The 24 tools. */
  public static ToolSet set() {
    List<ToolDefinition> tools = new ArrayList<>();
    tools.add(SessionTools.info());
    tools.add(SessionTools.start());
    tools.addAll(MessageTools.all());
    tools.addAll(TaskTools.all());
    tools.addAll(ArtifactTools.all());
    tools.addAll(ReviewTools.all());
    tools.addAll(MemoryTools.all());
    tools.add(SessionTools.saveSummary());
    tools.add(SessionTools.list());
    tools.add(SessionTools.getSummary());
    tools.add(SessionTools.saveState());
    tools.add(SessionTools.getState());
    tools.addAll(PersonaTools.all());
    return new ToolSet(NAME, tools);
  }
}
