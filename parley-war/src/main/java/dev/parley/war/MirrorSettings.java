package dev.parley.war;

import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.logging.Masking;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.war.settings.Settings;
import java.net.URI;

/** The rooms that chat systems mirror, as {@code ROOM=URL} with blanks between. */
final class MirrorSettings {
  private static final String NAME = "mirror";

  private MirrorSettings() {}

  /**
   * Has the engine mirror the rooms.
   *
   * @throws ParleyException {@code invalid_argument} for a room or an address that is none
   */
  static void addTo(ParleyBuilder engine, Settings settings) {
    for (String mirror : settings.value(NAME).orElse("").split("\\s+", -1)) {
      if (!mirror.isEmpty()) {
        add(engine, mirror);
      }
    }
  }

  private static void add(ParleyBuilder engine, String mirror) {
    int equals = mirror.indexOf('=');
    if (equals < 0) {
      throw refusal(mirror, "it has no equals sign");
    }
    String room = mirror.substring(0, equals);
    int slash = room.indexOf('/');
    try {
      TopicName topic =
          TopicName.of(
              slash < 0 ? WorkspaceId.DEFAULT : new WorkspaceId(room.substring(0, slash)),
              RoomName.of(room.substring(slash + 1)));
      engine.mirror(topic, URI.create(mirror.substring(equals + 1)));
    } catch (ParleyException refused) {
      throw refused.problem() instanceof InvalidArgument wrong
          ? refusal(mirror, wrong.reason())
          : refused;
    } catch (IllegalArgumentException noAddress) {
      throw refusal(mirror, "behind the equals sign is no address");
    }
  }

  private static ParleyException refusal(String mirror, String reason) {
    return InvalidArgument.refusal(
        "--" + NAME, "'" + Masking.masked(mirror) + "' is not ROOM=URL: " + reason);
  }
}
