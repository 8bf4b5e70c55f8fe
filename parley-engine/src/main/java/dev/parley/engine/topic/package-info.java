/**
 * Topics: the recent messages, their readers, and delivery to them. This is the hot path. Start
 * with {@link dev.parley.engine.topic.Topic}, then {@link
 * dev.parley.engine.topic.ConnectionReader}.
 *
 * <p>A topic has one writer at a time (its backend), any number of readers, and no lock between
 * them: a reader owns indexes, never a queue. Depends on {@code parley-api} only.
 */
@NullMarked
package dev.parley.engine.topic;

import org.jspecify.annotations.NullMarked;
