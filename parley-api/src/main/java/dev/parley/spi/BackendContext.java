package dev.parley.spi;

import dev.parley.message.TopicName;
import java.time.InstantSource;
import java.util.function.ToLongFunction;

/**
 * The values that a {@link BackendProvider} opens a backend with.
 *
 * @param clock the time of messages, for a backend that has no clock of its own
 * @param seqBefore the number before the first message of a topic that is created: a room that was
 *     ephemeral goes on counting where it was
 * @param retention the part of each topic that stays readable
 * @param log topics in the database of this Parley, for a system that numbers no messages
 */
public record BackendContext(
    InstantSource clock, ToLongFunction<TopicName> seqBefore, Retention retention, LocalLog log) {}
