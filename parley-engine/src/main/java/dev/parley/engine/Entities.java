package dev.parley.engine;

import dev.parley.engine.artifact.JpaArtifacts;
import dev.parley.engine.audit.JpaAudit;
import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.engine.credential.JpaCredentials;
import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.failover.ConnectionRows;
import dev.parley.engine.memory.JpaMemoryStore;
import dev.parley.engine.permission.PermissionDirectory;
import dev.parley.engine.room.RoomRows;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.engine.task.JpaTasks;
import dev.parley.engine.waiting.WaitingDirectory;
import java.util.List;
import java.util.stream.Stream;

/** The entities of the engine. */
public final class Entities {
  /** The entities, which are all classes stored as rows. */
  public static final List<Class<?>> ALL =
      Stream.of(
              RoomRows.ENTITIES,
              DeliveryLedger.ENTITIES,
              JpaBackend.ENTITIES,
              SessionDirectory.ENTITIES,
              JpaTasks.ENTITIES,
              JpaArtifacts.ENTITIES,
              JpaMemoryStore.ENTITIES,
              ConnectionRows.ENTITIES,
              JpaCredentials.ENTITIES,
              JpaAudit.ENTITIES,
              WaitingDirectory.ENTITIES,
              PermissionDirectory.ENTITIES)
          .<Class<?>>flatMap(List::stream)
          .toList();

  private Entities() {}
}
