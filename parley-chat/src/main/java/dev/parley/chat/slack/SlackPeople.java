package dev.parley.chat.slack;

import dev.parley.chat.ChatAuthor;
import dev.parley.engine.concurrent.BoundedMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The accounts of a workspace, each asked for once while it is remembered. */
final class SlackPeople {
  private static final int MAX_KNOWN = 5_000;

  /** An account. */
  private record Person(String account, String name) {}

  private final SlackCalls calls;
  private final SlackAccount own;
  private final Set<String> trusted;

  /** Guarded by itself. */
  private final Map<String, Person> known = new BoundedMap<>(MAX_KNOWN);

  /** The accounts that {@code calls} can see, of which {@code trusted} are those of Parleys. */
  SlackPeople(SlackCalls calls, SlackAccount own, Set<String> trusted) {
    this.calls = calls;
    this.own = own;
    this.trusted = trusted;
  }

  /**
   * The author of a message; of a message without one, an author with an empty id.
   *
   * @throws dev.parley.chat.ChatFailure where the account is not known and cannot be asked for
   */
  ChatAuthor author(JsonNode message) {
    String user = message.path("user").asString("");
    String bot = message.path("bot_id").asString("");
    if (isOwn(user, bot)) {
      return new ChatAuthor(own.name(), own.name(), true);
    }
    boolean isParley = trusted.contains(user) || trusted.contains(bot);
    if (user.isEmpty() || message.path("subtype").asString("").equals("bot_message")) {
      String id = bot.isEmpty() ? user : bot;
      return new ChatAuthor(id, botName(message, id), isParley);
    }
    Person person = person(user);
    return new ChatAuthor(person.account(), person.name(), isParley);
  }

  private boolean isOwn(String user, String bot) {
    return (!user.isEmpty() && user.equals(own.user()))
        || (!bot.isEmpty() && bot.equals(own.bot()));
  }

  private static String botName(JsonNode message, String id) {
    return firstOf(
        message.path("username").asString(""),
        message.path("bot_profile").path("name").asString(""),
        id);
  }

  /** The account name of a user, for a mention. */
  String account(String user) {
    return user.equals(own.user()) ? own.name() : person(user).account();
  }

  private Person person(String user) {
    synchronized (known) {
      Person before = known.get(user);
      if (before != null) {
        return before;
      }
    }
    SlackAnswer answer = calls.ask("users.info", Map.of("user", user));
    Person person =
        answer.isOk() ? person(user, answer.body().path("user")) : new Person(user, user);
    synchronized (known) {
      known.put(user, person);
    }
    return person;
  }

  /** The account names of other workspaces may be those of this one, so their ids count. */
  private Person person(String id, JsonNode user) {
    String team = user.path("team_id").asString("");
    String account = user.path("name").asString("");
    boolean isHere = team.isEmpty() || team.equals(own.team());
    JsonNode profile = user.path("profile");
    String name =
        firstOf(
            profile.path("display_name").asString(""),
            profile.path("real_name").asString(""),
            user.path("real_name").asString(""),
            account,
            id);
    return new Person(isHere && !account.isEmpty() ? account : id, name);
  }

  private static String firstOf(String... names) {
    return Stream.of(names).filter(name -> !name.isBlank()).findFirst().orElse("");
  }
}
