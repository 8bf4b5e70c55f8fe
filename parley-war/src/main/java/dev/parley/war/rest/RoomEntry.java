package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.room.JoinResult;

/**
 * The membership of a person in a room: under the name it has there, else under one like its own.
 */
final class RoomEntry {
  private RoomEntry() {}

  static JoinResult take(Connection person, RoomName room) {
    boolean member =
        person.rooms().list().joined().stream()
            .anyMatch(membership -> membership.room().equals(room));
    return member
        ? person.rooms().join(room)
        : person.rooms().join(room, Nickname.like(person.agent().value()));
  }
}
