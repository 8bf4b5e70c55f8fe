/**
 * Durable topics as rows: what is acknowledged is committed. Start with {@link
 * dev.parley.engine.backend.jpa.JpaBackend}.
 *
 * <p>Safe for any thread. On one node the posts of a topic go one commit at a time; what other
 * nodes post is heard of from them where the database carries words, and found by looking.
 */
@NullMarked
package dev.parley.engine.backend.jpa;

import org.jspecify.annotations.NullMarked;
