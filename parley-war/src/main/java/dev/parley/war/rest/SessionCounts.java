package dev.parley.war.rest;

import java.util.function.IntSupplier;

/**
 * Counts of the MCP sessions of this node.
 *
 * @param open all of them
 * @param streaming those with an event stream open
 */
public record SessionCounts(IntSupplier open, IntSupplier streaming) {}
