package dev.parley.war;

import dev.parley.id.RoomName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.war.settings.Settings;
import java.util.List;

/**
 * The rooms agents may use, as the deployer lists them. A list that is given and empty is refused:
 * it would open every room.
 *
 * @param names the rooms by name
 * @param patterns the patterns of further rooms
 */
record TopicSettings(List<RoomName> names, List<String> patterns) {
  private static final String NAMES = "topics";
  private static final String PATTERNS = "post-topics";

  /**
   * Reads both lists.
   *
   * @throws ParleyException {@code invalid_argument}, naming the flag, for a name that is none and
   *     for an empty list
   */
  static TopicSettings of(Settings settings) {
    List<RoomName> names = settings.values(NAMES).stream().map(TopicSettings::name).toList();
    List<String> patterns = settings.patterns(PATTERNS);
    refuseEmpty(settings, NAMES, names);
    refuseEmpty(settings, PATTERNS, patterns);
    return new TopicSettings(names, patterns);
  }

  private static RoomName name(String text) {
    try {
      return RoomName.of(text);
    } catch (ParleyException refused) {
      if (refused.problem() instanceof InvalidArgument wrong) {
        throw InvalidArgument.refusal(
            "--" + NAMES, "'" + text + "' is no room: " + wrong.reason(), wrong.bounds());
      }
      throw refused;
    }
  }

  private static void refuseEmpty(Settings settings, String name, List<?> values) {
    if (values.isEmpty() && settings.isGiven(name)) {
      throw InvalidArgument.refusal(
          "--" + name, "it lists nothing; leave it out to allow every room");
    }
  }
}
