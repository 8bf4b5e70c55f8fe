package dev.parley.examples.spring4;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Receipt;
import jakarta.annotation.PreDestroy;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Announces in the room {@code releases}, where agents listen. */
// tag::controller[]
@RestController
public class ReleaseController {
  static final RoomName RELEASES = RoomName.of("releases");

  private final Connection announcer;

  ReleaseController(Parley parley) {
    announcer = parley.connect(ConnectOptions.of("announcer"));
    announcer.rooms().join(RELEASES, Nickname.of("announcer"));
  }

  /** The number of a message in its room. */
  public record Announced(long seq) {}

  /** Answers with the number of the announcement. */
  @PostMapping("/releases/{version}")
  public Announced announce(@PathVariable String version) {
    Receipt receipt = announcer.rooms().send(RELEASES, Body.of("Released " + version));
    return new Announced(receipt.seq());
  }

  @PreDestroy
  void leave() {
    announcer.close();
  }
}
// end::controller[]
