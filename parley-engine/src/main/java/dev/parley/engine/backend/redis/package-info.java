/**
 * Topics as Redis streams: an append is one script, so sequence numbers are dense and their order
 * is that of the server. Start with {@link dev.parley.engine.backend.redis.RedisBackend}.
 *
 * <p>Safe for any thread. Posts that come at once share one way to the server; one thread follows
 * all topics. No other package knows the driver.
 */
@NullMarked
package dev.parley.engine.backend.redis;

import org.jspecify.annotations.NullMarked;
