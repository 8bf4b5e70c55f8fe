package dev.parley.war.tool;

import java.util.List;

/**
 * Tools that are offered together, under a path of their own.
 *
 * @param name the last part of the path, for example {@code rooms}
 * @param tools the tools, in the order they are listed
 */
public record ToolSet(String name, List<HubTool> tools) {

  /** Copies the list. */
  public ToolSet {
    tools = List.copyOf(tools);
  }
}
