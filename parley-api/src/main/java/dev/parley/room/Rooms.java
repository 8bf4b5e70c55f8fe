package dev.parley.room;

import dev.parley.id.IdempotencyKey;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Receipt;
import java.util.List;
import java.util.Optional;

/**
 * The rooms of a workspace as one connection sees them. Joins and leaves are silent: no event is
 * sent.
 *
 * <p>All methods may be called from any thread. All may be refused with {@code unavailable} while
 * the database is unreachable, and with {@code connection_closed} once the connection has ended.
 * Those that name a room, except {@link #leave}, are refused with {@code topic_not_allowed} where
 * the deployer allows other rooms only.
 */
public interface Rooms {
  /** The maximum number of rooms one connection watches. */
  int MAX_WATCHED = 1_024;

  /**
   * Joins {@code room} under an allocated adjective-animal nickname; the first join creates the
   * room. A member keeps its nickname.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} past 256 rooms on one
   *     connection, or for a new room where the workspace has as many as it may; {@code
   *     rate_limited}
   */
  JoinResult join(RoomName room);

  /**
   * Joins {@code room} as {@code wish}, or as {@code wish-2}, {@code wish-3}, … where that is
   * taken. The name of another agent of the workspace, in upper or lower case, counts as taken, in
   * the room or not. A member is renamed. Messages posted from now on are delivered.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} past 256 rooms on one
   *     connection, or for a new room where the workspace has as many as it may; {@code
   *     rate_limited}
   */
  JoinResult join(RoomName room, Nickname wish);

  /**
   * Watches {@code room}, which is created where it is absent: messages posted from now on are
   * delivered, and no list of members names the watcher. Does nothing for a member. {@link #leave}
   * ends it.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} past {@value #MAX_WATCHED}
   *     rooms
   */
  void watch(RoomName room);

  /**
   * Leaves {@code room}; does nothing without a membership. Messages not delivered yet are dropped.
   */
  void leave(RoomName room);

  /** Lists the caller's memberships and the other rooms. */
  RoomListing list();

  /**
   * Lists the caller's memberships and the first of the other rooms, by name.
   *
   * @param after the last room of the page before; empty reads from the beginning
   * @param limit the maximum number of other rooms: 1 to {@value
   *     dev.parley.page.PageSize#MAX_LIMIT}
   */
  RoomListing list(Optional<RoomName> after, int limit);

  /**
   * Posts {@code body} to every other member of {@code room}. The sender gets the receipt and no
   * copy of its message. Where healthy readers have fallen behind, the call waits for them, for a
   * bounded time.
   *
   * @throws dev.parley.problem.ParleyException {@code not_in_room}; {@code rate_limited}, which
   *     uses up nothing
   */
  Receipt send(RoomName room, Body body);

  /**
   * Posts as {@link #send(RoomName, Body)}, but only once for a {@code key}, however often it is
   * called. A repeat returns the receipt of the first call and delivers nothing again. A key
   * belongs to the connection's agent and to this room.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the agent used the key in
   *     this room for another message; {@code invalid_argument} where the room's backend does not
   *     support keys
   */
  Receipt send(RoomName room, Body body, IdempotencyKey key);

  /**
   * Lists the nicknames in {@code room}, in the order of joining; empty for an unknown room.
   * Members that {@link dev.parley.presence.Presence} knows to be gone are left out, though their
   * nicknames may still be taken.
   */
  List<Nickname> whoIsHere(RoomName room);

  /** Lists the members as {@link #whoIsHere}, with their agents. */
  List<RoomMember> members(RoomName room);
}
