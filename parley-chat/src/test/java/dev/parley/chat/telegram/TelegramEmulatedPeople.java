package dev.parley.chat.telegram;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The people of the emulator, who are there as soon as they write. */
final class TelegramEmulatedPeople {
  private static final long FIRST_ID = 5_000_000_001L;

  private final Map<String, ObjectNode> people = new LinkedHashMap<>();

  /** The person of a name, which is the user name too where it has the form of one. */
  synchronized ObjectNode person(String name) {
    ObjectNode known = people.get(name);
    if (known != null) {
      return known;
    }
    ObjectNode person = TelegramEmulator.object();
    String[] names = name.split(" ", 2);
    person.put("id", FIRST_ID + people.size()).put("is_bot", false).put("first_name", names[0]);
    if (names.length > 1) {
      person.put("last_name", names[1]);
    }
    if (name.matches("[A-Za-z][A-Za-z0-9_]{4,31}")) {
      person.put("username", name);
    }
    people.put(name, person);
    return person;
  }
}
