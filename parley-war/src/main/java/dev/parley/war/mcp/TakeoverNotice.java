package dev.parley.war.mcp;

import dev.parley.agent.Connection;
import dev.parley.engine.logging.Masking;
import dev.parley.event.Notice;
import dev.parley.id.RoomName;
import dev.parley.problem.ParleyException;
import dev.parley.room.RoomListing.Membership;
import dev.parley.war.wire.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The notice to an agent whose connection goes on after a restart, or at another node. It names the
 * rooms in which the agent may have missed something that nobody can read again.
 */
final class TakeoverNotice {
  private static final System.Logger LOG = System.getLogger(TakeoverNotice.class.getName());

  private TakeoverNotice() {}

  /** The notice for {@code connection}; none where all of its rooms are durable. */
  static Optional<Notice> to(Connection connection) {
    try {
      List<String> ephemeral = ephemeral(connection);
      return ephemeral.isEmpty() ? Optional.empty() : Optional.of(notice(ephemeral));
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "The notice of missed messages was not built; the connection goes on without it.",
          Masking.trace(away));
      return Optional.empty();
    }
  }

  private static List<String> ephemeral(Connection connection) {
    Set<RoomName> durable = new HashSet<>(connection.topics().topics());
    return connection.rooms().list().joined().stream()
        .map(Membership::room)
        .filter(room -> !durable.contains(room))
        .map(RoomName::value)
        .toList();
  }

  private static Notice notice(List<String> ephemeral) {
    ObjectNode push = Json.jackson().createObjectNode();
    push.put("jsonrpc", "2.0").put("method", "notifications/claude/channel");
    ObjectNode params = push.putObject("params");
    params.put(
        "content",
        "Parley was restarted, or another of its servers took over; you are still in your rooms."
            + " Messages sent in between in "
            + String.join(", ", ephemeral)
            + " are not kept and were not delivered to you.");
    params.putObject("meta").put("code", "reconnected");
    return new Notice(Json.bytes(push));
  }
}
