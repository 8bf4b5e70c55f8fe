package dev.parley.engine.room;

import dev.parley.engine.topic.BackPressure;
import dev.parley.engine.topic.TailBudget;
import dev.parley.id.MessageId;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * The settings of rooms.
 *
 * @param tailSize the number of messages of a room in memory
 * @param budget the memory for the messages of all rooms
 * @param limits the limits of a reader's backlog
 * @param allowed the allowed rooms
 * @param ids makes the ids of ephemeral messages
 * @param clock the source of their time
 */
public record RoomConfig(
    int tailSize,
    TailBudget budget,
    BackPressure.Limits limits,
    AllowedTopics allowed,
    Supplier<MessageId> ids,
    InstantSource clock) {}
