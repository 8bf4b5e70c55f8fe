package dev.parley.engine.log;

import dev.parley.message.Subscription;

/**
 * A subscription to everything that is posted from now on.
 *
 * @param subscription ends it
 * @param after the number of the last message before it: it gets every later one and no other
 */
public record LiveSubscription(Subscription subscription, long after) {}
