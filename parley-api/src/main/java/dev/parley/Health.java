package dev.parley;

/**
 * What a Parley says of its own state.
 *
 * @param storageReachable whether the database answered just now
 * @param storage the product behind it and its version, for example {@code H2 2.5.252}; the last
 *     known one while it cannot be reached
 */
public record Health(boolean storageReachable, String storage) {}
