package dev.parley.room;

import dev.parley.id.IdempotencyKey;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Receipt;
import java.util.List;
import java.util.Optional;

/**
 * The rooms of a workspace as one connection sees them. Joins and leaves are silent: nobody is
 * told.
 *
 * <p>All methods may be called from any thread. All may be refused with {@code unavailable} while
 * the database is away, and with {@code connection_closed} once the connection has ended. Those
 * that name a room, but for {@link #leave}, are refused with {@code topic_not_allowed} where the
 * deployer allows other rooms only.
 */
public interface Rooms {
  /** The most rooms one connection reads along in. */
  int MAX_WATCHED = 1_024;

  /**
   * Enters {@code room}, which is made by the first to join, under an allocated adjective-animal
   * nickname. A member keeps the nickname it has.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} past 256 rooms on one
   *     connection, or for a new room where the workspace has as many as it may; {@code
   *     rate_limited}
   */
  JoinResult join(RoomName room);

  /**
   * Enters {@code room} as {@code wish}, or as {@code wish-2}, {@code wish-3}, … where that is
   * taken. A member is renamed. Messages posted from now on are delivered.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} past 256 rooms on one
   *     connection, or for a new room where the workspace has as many as it may; {@code
   *     rate_limited}
   */
  JoinResult join(RoomName room, Nickname wish);

  /**
   * Reads along in {@code room}, which is made where it is absent: what is said there from now on
   * is delivered, and nobody sees who reads. Does nothing for a member; {@link #leave} ends it.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} past {@value #MAX_WATCHED}
   *     rooms
   */
  void watch(RoomName room);

  /** Leaves {@code room}; does nothing where it was never joined. What was not delivered is not. */
  void leave(RoomName room);

  /** The rooms joined, and those that could be. */
  RoomListing list();

  /**
   * The rooms joined, and the first of those that could be, by name.
   *
   * @param after the last room of the page before; empty reads from the beginning
   * @param limit at most this many that could be joined: 1 to {@value
   *     dev.parley.page.PageSize#MAX_LIMIT}
   */
  RoomListing list(Optional<RoomName> after, int limit);

  /**
   * Posts {@code body} to everyone else in {@code room}. The receipt is all the sender ever sees of
   * its own message. Where healthy readers have fallen behind, the call waits for them, for a
   * bounded time.
   *
   * @throws dev.parley.problem.ParleyException {@code not_in_room}; {@code rate_limited}, which
   *     costs nothing
   */
  Receipt send(RoomName room, Body body);

  /**
   * Posts as {@link #send(RoomName, Body)}, once however often it is called under {@code key}: a
   * repeat is answered with the receipt of the first call, and nobody gets it again. The key is of
   * the connection's agent and of this room.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the agent used the key in
   *     this room for another message; {@code invalid_argument} where the room's backend knows no
   *     keys
   */
  Receipt send(RoomName room, Body body, IdempotencyKey key);

  /**
   * The nicknames in {@code room}, in the order of joining; empty for a room nobody made. Those of
   * whom {@link dev.parley.presence.Presence} knows that they are gone are left out, though their
   * nicknames may still be taken.
   */
  List<Nickname> whoIsHere(RoomName room);

  /** The same with their agents. */
  List<RoomMember> members(RoomName room);
}
