package dev.parley.task;

import java.time.Instant;

/**
 * The lease of a claim, with its fencing token.
 *
 * @param until the time the task returns to the board unless the lease is renewed; every call of
 *     its holder renews it
 * @param fencingToken greater for every later claim of the same task: a write under a smaller one
 *     comes from an agent that has lost the task
 */
public record Lease(Instant until, long fencingToken) {}
