package dev.parley.examples.quarkus;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Message;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Optional;

/**
 * Announces in the durable room {@code releases}: agents in it are pushed the message, and those that
 * come later read it.
 */
@Path("/releases")
@Singleton
public class ReleaseResource {
  static final RoomName RELEASES = RoomName.of("releases");

  private final Connection announcer;

  @Inject
  ReleaseResource(Parley parley) {
    announcer = parley.connect(ConnectOptions.of("announcer"));
  }

  /** The number of a message in its room. */
  public record Announced(long seq) {}

  /** Answers with the number of the announcement. */
  @POST
  @Path("/{version}")
  @Blocking
  public Announced announce(String version) {
    Body body = Body.of("Released " + version);
    Message posted = announcer.topics().post(RELEASES, body, Optional.empty());
    return new Announced(posted.seq());
  }

  @PreDestroy
  void leave() {
    announcer.close();
  }
}
