package dev.parley.war.wake;

import java.util.Map;

/**
 * The answer to a hook.
 *
 * @param output what the hook prints, as JSON; empty where nothing waits
 * @param next names the messages in it
 */
public record Handout(Map<String, Object> output, long next) {}
