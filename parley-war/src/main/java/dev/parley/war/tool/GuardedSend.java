package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.problem.ParleyException;
import dev.parley.war.guard.AgentGuard;
import dev.parley.war.wake.Desks;
import dev.parley.war.wire.ResultFields;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** One message of an agent on its way: past the guards of its sender, urgent or not. */
final class GuardedSend {
  /** Asks for the receiver to be interrupted. */
  static final Param<Boolean> URGENT = Param.flag("urgent", "Interrupt, where allowed.");

  /** The field that names agents whom messages of the sender do not wake for a while. */
  private static final String NOT_WOKEN = "notWoken";

  private GuardedSend() {}

  /**
   * Sends to a room.
   *
   * @throws ParleyException {@code loop_stopped}, {@code repeated}, {@code urgent_refused}, {@code
   *     rate_limited}, and what {@code sending} throws
   */
  static <T> T toRoom(
      ToolCall call,
      RoomName room,
      String text,
      Optional<String> key,
      Supplier<T> sending,
      Function<T, MessageId> id) {
    Supplier<T> way =
        isUrgent(call)
            ? () -> desks(call).toRoom(call.acting(), room, false, sending, id)
            : sending;
    return guarded(call, call.agent(), room.value(), text, key, way);
  }

  /**
   * Sends to one agent of the session, or to all.
   *
   * @throws ParleyException as of {@link #toRoom}
   */
  static <T> T toAgent(
      ToolCall call,
      Optional<AgentId> to,
      String text,
      Optional<String> key,
      Supplier<T> sending,
      Function<T, MessageId> id) {
    AgentId sender = call.agent();
    Supplier<T> way =
        isUrgent(call)
            ? () ->
                desks(call)
                    .toAgent(
                        call.connection(),
                        sender,
                        to.orElseThrow(Desks::refuseToAll),
                        false,
                        sending,
                        id)
            : sending;
    String destination = to.map(one -> "@" + one.value()).orElse("@");
    return guarded(call, sender, destination, text, key, way);
  }

  private static boolean isUrgent(ToolCall call) {
    return call.get(URGENT);
  }

  private static Desks desks(ToolCall call) {
    return call.caller().desks();
  }

  private static <T> T guarded(
      ToolCall call,
      AgentId sender,
      String destination,
      String text,
      Optional<String> key,
      Supplier<T> sending) {
    Desks desks = desks(call);
    if (!desks.guards().isOn()) {
      return sending.get();
    }
    AgentGuard guard = desks.guards().of(call.connection().workspace(), sender);
    return guard.send(destination, text, key, sending);
  }

  /** Adds the agents that messages of the sender do not wake now, where there are some. */
  static ResultFields withSleeping(
      ToolCall call, AgentId sender, Optional<AgentId> to, ResultFields receipt) {
    Desks desks = desks(call);
    List<String> names =
        desks
            .guards()
            .find(call.connection().workspace(), sender)
            .map(guard -> guard.sleeping().at(desks.guards().clock()))
            .orElse(List.of());
    List<String> meant =
        to.map(one -> names.stream().filter(one.value()::equals).toList()).orElse(names);
    return meant.isEmpty() ? receipt : receipt.and(NOT_WOKEN, meant);
  }
}
