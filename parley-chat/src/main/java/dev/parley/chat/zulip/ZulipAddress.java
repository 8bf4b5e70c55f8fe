package dev.parley.chat.zulip;

import dev.parley.chat.ChatAddress;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An address of a Zulip channel, checked.
 *
 * @param chat the address as all chat systems have it, with the rooms that it names
 * @param base the address of the API, without a slash at its end
 * @param email the e-mail of the bot
 * @param channel the name of the channel
 * @param trusted the user ids of bots of other Parleys
 */
record ZulipAddress(
    ChatAddress chat, String base, String email, String channel, Set<Long> trusted) {
  /** The most code points of a topic that can still be marked as resolved. */
  static final int MAX_TOPIC = 58;

  private static final int MAX_CHANNEL = 60;
  private static final Set<String> OPTIONS =
      new LinkedHashSet<>(List.of("email", "trusted", "tls"));
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost");
  private static final Pattern USER_ID = Pattern.compile("\\d{1,18}");

  /**
   * Reads an address.
   *
   * @throws ParleyException {@code invalid_argument} where a part is missing or wrong
   */
  static ZulipAddress of(URI address) {
    ChatAddress chat = ChatAddress.of(address, OPTIONS);
    if (chat.host().isEmpty()) {
      throw refusal("the address names no Zulip server; write zulip://bot@host/channel");
    }
    Set<String> used = new HashSet<>();
    checkRooms(chat.rooms().values(), used);
    checkRooms(chat.option("presence").stream().toList(), used);
    return new ZulipAddress(chat, base(chat), email(chat), channel(chat), trusted(chat));
  }

  private static String base(ChatAddress chat) {
    boolean isPlain =
        switch (chat.option("tls").orElse("on")) {
          case "on" -> false;
          case "off" -> true;
          default -> throw refusal("the option tls is 'on' or 'off'");
        };
    if (isPlain && !LOOPBACK.contains(chat.host().toLowerCase(Locale.ROOT))) {
      throw refusal("tls=off is for a server on this machine alone, not for " + chat.host());
    }
    String port = chat.port() < 0 ? "" : ":" + chat.port();
    return (isPlain ? "http://" : "https://") + chat.host() + port + "/api/v1";
  }

  private static String email(ChatAddress chat) {
    String email = chat.option("email").orElse(chat.user() + "@" + chat.host());
    if (email.startsWith("@") || !email.contains("@") || email.contains(":")) {
      throw refusal("the address names no bot; write zulip://bot@host/channel, or email=");
    }
    return email;
  }

  private static String channel(ChatAddress chat) {
    String path = chat.path();
    String channel = (path.endsWith("/") ? path.substring(0, path.length() - 1) : path).strip();
    if (channel.isEmpty()) {
      throw refusal("the address names no channel; write zulip://bot@host/channel");
    }
    if (points(channel) > MAX_CHANNEL) {
      throw refusal("the name of a Zulip channel has at most " + MAX_CHANNEL + " characters");
    }
    return channel;
  }

  private static Set<Long> trusted(ChatAddress chat) {
    Set<Long> trusted = new LinkedHashSet<>();
    for (String id : chat.option("trusted").orElse("").split(",", -1)) {
      if (USER_ID.matcher(id.strip()).matches()) {
        trusted.add(Long.valueOf(id.strip()));
      } else if (!id.isBlank()) {
        throw refusal("the option trusted has user ids, numbers with commas between them");
      }
    }
    return Set.copyOf(trusted);
  }

  private static void checkRooms(Collection<String> topics, Set<String> used) {
    for (String topic : topics) {
      if (!topic.equals(topic.strip()) || topic.startsWith(ZulipTopicNames.CHECK_MARK)) {
        throw refusal("a topic has no space at its ends and no check mark at its beginning");
      }
      if (points(topic) > MAX_TOPIC) {
        throw refusal("the name of a topic has at most " + MAX_TOPIC + " characters");
      }
      if (!used.add(topic.toLowerCase(Locale.ROOT))) {
        throw refusal("two rooms have the topic '" + topic + "'; case makes no difference");
      }
    }
  }

  private static int points(String text) {
    return text.codePointCount(0, text.length());
  }

  private static ParleyException refusal(String reason) {
    return InvalidArgument.refusal("bus", reason);
  }
}
