package dev.parley.chat.zulip;

/**
 * A channel.
 *
 * @param id its id, which does not change
 * @param name its name of now
 */
record ZulipChannel(long id, String name) {}
