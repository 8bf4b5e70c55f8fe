package dev.parley.war.tool;

import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/** What a tool does to the world, as MCP's annotations say it. */
enum ToolBehavior {
  /** It only looks. */
  READS,
  /** Doing it twice is doing it once. */
  CHANGES_ONCE,
  /** Each call does something more. */
  CHANGES,
  /** What was there before is gone. Doing it twice is doing it once. */
  REPLACES;

  /**
   * What differs from the defaults of the specification: not read-only, destructive, not
   * idempotent, of the open world. Of a tool that only reads, the second and the third mean nothing
   * there and are left out.
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
