package dev.parley.war.web;

import java.time.Instant;

/**
 * What an agent was thinking last.
 *
 * @param text its words
 * @param at when it thought so
 */
public record Thinking(String text, Instant at) {}
