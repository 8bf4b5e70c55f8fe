package dev.parley.task;

import java.time.Instant;

/**
 * How long a claim holds, and the number it is known by.
 *
 * @param until when the task goes back to the board unless the claim is renewed; every call its
 *     holder makes renews it
 * @param fencingToken greater for every later claim of the same task: a write under a smaller one
 *     comes from somebody who lost it
 */
public record Lease(Instant until, long fencingToken) {}
