package dev.parley.war.tool;

import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/** The effect of a tool, as MCP's annotations express it. */
enum ToolBehavior {
  /** It only looks. */
  READS,
  /** Doing it twice is doing it once. */
  CHANGES_ONCE,
  /** Each call does something more. */
  CHANGES,
  /** It replaces what was there before. Doing it twice is doing it once. */
  REPLACES;

  /**
   * The annotations that differ from the defaults of the specification: not read-only, destructive,
   * not idempotent, of the open world. Of a tool that only reads, the second and the third mean
   * nothing there and are left out.
   */
  ToolAnnotations annotations() {
    ToolAnnotations.Builder annotations = ToolAnnotations.builder().openWorldHint(false);
    if (this == READS) {
      return annotations.readOnlyHint(true).build();
    }
    annotations.destructiveHint(this == REPLACES);
    return (this == CHANGES ? annotations : annotations.idempotentHint(true)).build();
  }
}
