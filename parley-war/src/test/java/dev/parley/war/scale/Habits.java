package dev.parley.war.scale;

/**
 * The behaviour of agents, which is assumed.
 *
 * @param messagesPerMinute messages and posts that an agent sends
 * @param durableShare the part of them that goes to durable rooms
 * @param claimsPerHour tasks that an agent claims; each is created once
 * @param roomSize members of a room; they have an ephemeral room, a durable one and a session
 * @param workspaceSize agents of a workspace
 */
record Habits(
    double messagesPerMinute,
    double durableShare,
    double claimsPerHour,
    int roomSize,
    int workspaceSize) {
  /** A message a minute, one in five durable, four claims an hour, teams of ten in a thousand. */
  static final Habits ASSUMED = new Habits(1, 0.2, 4, 10, 1_000);
}
