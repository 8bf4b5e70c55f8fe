package dev.parley.engine;

import dev.parley.engine.config.ParleyConfig;
import dev.parley.engine.presence.PresenceDirectory;
import dev.parley.engine.room.RoomDirectory;
import dev.parley.engine.topic.DeliveryExecutor;

/**
 * The services that the rooms and the presence of this Parley's connections are built on.
 *
 * @param rooms the rooms there are
 * @param presence the agents there are
 * @param drains the threads that deliver
 * @param config the bounds of delivery, and the topics that are allowed
 */
record RoomServices(
    RoomDirectory rooms,
    PresenceDirectory presence,
    DeliveryExecutor drains,
    ParleyConfig config) {}
