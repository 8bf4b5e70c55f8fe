package dev.parley.engine;

import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.engine.task.Leases;
import dev.parley.engine.waiting.WaitingDirectory;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.Telemetry;
import java.util.concurrent.Executor;

/**
 * The services that the sessions and the memory of this Parley are built on.
 *
 * @param sessions the sessions there are
 * @param leases the time claims hold
 * @param memory the store of memory
 * @param crews the members of teams, and the hooks that run around their tasks
 * @param readings the progress of agents in the messages to them
 * @param waiting the lists of what waits for people
 * @param followers the place where followers are notified
 * @param telemetry the observer of messages and claims
 */
record SessionServices(
    SessionDirectory sessions,
    Leases leases,
    MemoryStore memory,
    TeamRegistry crews,
    DeliveryLedger readings,
    WaitingDirectory waiting,
    Executor followers,
    Telemetry telemetry) {}
