package dev.parley.engine.failover;

import dev.parley.agent.Connection;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.id.SessionId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A connection of this node that can say what another node has to know to go on with it. */
public interface TransferableConnection extends Connection {

  /** The session it is here for. */
  Optional<SessionId> session();

  /** Whether there is a room of its own that it can go on in after a restart. */
  boolean isInDurableRooms();

  /** How far it has read, as soon as no delivery is under way. */
  CompletionStage<Checkpoints> reading();

  /** Another number once it has read on, or is in other rooms. Asks nobody. */
  long progress();
}
