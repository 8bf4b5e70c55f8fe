package dev.parley.war.rest;

import dev.parley.id.WorkspaceId;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Counts of the MCP sessions of this node, each of the workspaces that are counted.
 *
 * @param open all of them
 * @param streaming those with an event stream open
 */
public record SessionCounts(
    ToIntFunction<Predicate<WorkspaceId>> open, ToIntFunction<Predicate<WorkspaceId>> streaming) {}
