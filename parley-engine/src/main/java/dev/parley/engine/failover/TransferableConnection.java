package dev.parley.engine.failover;

import dev.parley.agent.Connection;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.id.SessionId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A connection of this node that another node can continue. */
public interface TransferableConnection extends Connection {

  /** Returns the session it takes part in. */
  Optional<SessionId> session();

  /** Returns true if it is in a room that it can continue in after a restart. */
  boolean isInDurableRooms();

  /** Returns its progress, as soon as no delivery is under way. */
  CompletionStage<Checkpoints> reading();

  /** Returns a number that changes when it has read on, or is in other rooms. Takes no lock. */
  long progress();
}
