package dev.parley.war.tool;

import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/** What a tool does to the world, as MCP's annotations say it. */
enum ToolBehavior {
  /** It only looks. */
  READS(true, true, false),
  /** Doing it twice is doing it once. */
  CHANGES_ONCE(false, true, false),
  /** Each call does something more. */
  CHANGES(false, false, false),
  /** What was there before is gone. */
  REPLACES(false, true, true);

  private final boolean readOnly;
  private final boolean idempotent;
  private final boolean destructive;

  ToolBehavior(boolean readOnly, boolean idempotent, boolean destructive) {
    this.readOnly = readOnly;
    this.idempotent = idempotent;
    this.destructive = destructive;
  }

  ToolAnnotations annotations(String title) {
    return ToolAnnotations.builder()
        .title(title)
        .readOnlyHint(readOnly)
        .destructiveHint(destructive)
        .idempotentHint(idempotent)
        .openWorldHint(false)
        .build();
  }
}
