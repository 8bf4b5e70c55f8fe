package dev.parley.examples.spring3;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Message;
import jakarta.annotation.PreDestroy;
import java.util.Optional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Announces in the durable room {@code releases}: agents in it are pushed the message, and those that
 * come later read it.
 */
// tag::controller[]
@RestController
public class ReleaseController {
  static final RoomName RELEASES = RoomName.of("releases");

  private final Connection announcer;

  ReleaseController(Parley parley) {
    announcer = parley.connect(ConnectOptions.of("announcer"));
  }

  /** The number of a message in its room. */
  public record Announced(long seq) {}

  /** Answers with the number of the announcement. */
  @PostMapping("/releases/{version}")
  public Announced announce(@PathVariable String version) {
    Body body = Body.of("Released " + version);
    Message posted = announcer.topics().post(RELEASES, body, Optional.empty());
    return new Announced(posted.seq());
  }

  @PreDestroy
  void leave() {
    announcer.close();
  }
}
// end::controller[]
