package dev.parley.engine;

import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.engine.task.Leases;
import dev.parley.spi.MemoryStore;
import java.util.concurrent.Executor;

/**
 * What sessions and memory of this Parley stand on.
 *
 * @param sessions which there are
 * @param leases how long claims hold
 * @param memory where memory is kept
 * @param crews who is in teams, and what runs around their tasks
 * @param readings how far agents have got in what is said
 * @param followers where followers are told
 */
record SessionServices(
    SessionDirectory sessions,
    Leases leases,
    MemoryStore memory,
    TeamRegistry crews,
    DeliveryLedger readings,
    Executor followers) {}
