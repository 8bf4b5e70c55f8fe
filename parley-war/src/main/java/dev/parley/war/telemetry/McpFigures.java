package dev.parley.war.telemetry;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The figures of the MCP endpoints.
 *
 * @param sessions the sessions there are
 * @param streams those that have an event stream open
 * @param waitingPosts the requests that wait for their answer
 * @param begun the sessions that ever began
 * @param pushes the pushes that were written on streams
 */
public record McpFigures(
    IntSupplier sessions,
    IntSupplier streams,
    IntSupplier waitingPosts,
    LongSupplier begun,
    LongSupplier pushes) {}
