/**
 * Durable topics as rows: what is acknowledged is committed. Start with {@link
 * dev.parley.engine.backend.jpa.JpaBackend}.
 *
 * <p>Safe for any thread. On one node the posts of a topic go one commit at a time; messages of
 * other nodes are announced by them where the database has notifications, and found by polling.
 */
@NullMarked
package dev.parley.engine.backend.jpa;

import org.jspecify.annotations.NullMarked;
