/**
 * Durable topics in NATS JetStream: a stream each, and what is acknowledged the server has. Start
 * with {@link dev.parley.engine.backend.nats.NatsBackend}.
 *
 * <p>The only package that knows the NATS client. Safe for any thread; followers are called by one
 * thread of the connection.
 */
@NullMarked
package dev.parley.engine.backend.nats;

import org.jspecify.annotations.NullMarked;
