package dev.parley.examples.quarkus;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Receipt;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** Announces in the room {@code releases}, where agents listen. */
@Path("/releases")
@Singleton
public class ReleaseResource {
  static final RoomName RELEASES = RoomName.of("releases");

  private final Connection announcer;

  @Inject
  ReleaseResource(Parley parley) {
    announcer = parley.connect(ConnectOptions.of("announcer"));
    announcer.rooms().join(RELEASES, Nickname.of("announcer"));
  }

  /** The number of a message in its room. */
  public record Announced(long seq) {}

  /** Answers with the number of the announcement. */
  @POST
  @Path("/{version}")
  @Blocking
  public Announced announce(String version) {
    Receipt receipt = announcer.rooms().send(RELEASES, Body.of("Released " + version));
    return new Announced(receipt.seq());
  }

  @PreDestroy
  void leave() {
    announcer.close();
  }
}
