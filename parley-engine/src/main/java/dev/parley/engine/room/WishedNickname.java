package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * The nickname that an agent asks for, and the names that are those of others.
 *
 * @param nickname the nickname
 * @param agent the agent, which may have its own name
 * @param others the nicknames that are names of other agents of the workspace, in lower case
 */
record WishedNickname(Nickname nickname, AgentId agent, Set<String> others) {

  /**
   * Makes the wish of an agent.
   *
   * @param names returns the names of other agents, in lower case, that begin as it is given
   */
  static WishedNickname of(Nickname nickname, AgentId agent, Function<String, Set<String>> names) {
    return new WishedNickname(
        nickname, agent, names.apply(beginning(nickname).toLowerCase(Locale.ROOT)));
  }

  /** Returns true if the wish itself is the name of another agent. */
  boolean isOfAnother() {
    return isOfAnother(nickname);
  }

  /** Returns true if {@code name} is the name of another agent, in upper or lower case. */
  boolean isOfAnother(Nickname name) {
    return !name.value().equals(agent.value())
        && others.contains(name.value().toLowerCase(Locale.ROOT));
  }

  /** Returns the part of the wish that it shares with all its numbered forms. */
  String beginning() {
    return beginning(nickname);
  }

  private static String beginning(Nickname nickname) {
    String name = nickname.value();
    return name.substring(0, Math.min(name.length(), Nickname.MAX_LENGTH / 2));
  }
}
