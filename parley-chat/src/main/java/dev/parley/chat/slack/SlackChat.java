package dev.parley.chat.slack;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatSystem;
import dev.parley.problem.InvalidArgument;
import java.net.URI;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** A Slack workspace, as the bot of an app that is installed there. */
final class SlackChat implements ChatSystem {
  /** The option with the ids of the accounts of other Parleys. */
  static final String TRUSTED = "trusted";

  /** The option that lets Parley make channels, with the value {@code on}. */
  static final String CREATE = "create";

  /** Slack divides texts past 4,000 characters into several messages. */
  private static final int MAX_TEXT = 3_500;

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final ChatAddress address;
  private final SlackTokens tokens;
  private final String base;
  private final SlackTimes times;
  private final boolean creates;
  private final Set<String> trusted;

  /**
   * A workspace.
   *
   * @param base the address of the Web API, without a slash at its end
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a wrong option, or an
   *     address without TLS that is not of this machine
   */
  SlackChat(ChatAddress address, SlackTokens tokens, URI base, SlackTimes times) {
    if (!"https".equals(base.getScheme()) && !isLoopback(base)) {
      throw InvalidArgument.refusal("bus", "Slack is reached by https only");
    }
    this.address = address;
    this.tokens = tokens;
    this.base = base.toString();
    this.times = times;
    this.creates = isOn(address);
    this.trusted =
        Arrays.stream(address.option(TRUSTED).orElse("").split(",", -1))
            .map(String::strip)
            .filter(id -> !id.isEmpty())
            .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean isOn(ChatAddress address) {
    String create = address.option(CREATE).orElse("off");
    if (!create.equals("on") && !create.equals("off")) {
      throw InvalidArgument.refusal("bus", "the option 'create' is on or off, not " + create);
    }
    return create.equals("on");
  }

  /** Returns true if an address is one of this machine. */
  static boolean isLoopback(URI address) {
    return address.getHost() != null && LOOPBACK.contains(address.getHost());
  }

  @Override
  public String name() {
    return "slack";
  }

  @Override
  public int maxText() {
    return MAX_TEXT;
  }

  @Override
  public boolean hasEnvelopes() {
    return true;
  }

  @Override
  public ChatConnection connect(ChatListener listener) {
    SlackCalls bot = new SlackCalls(base, tokens.bot(), SlackTokens.BOT, times.call());
    SlackAccount account = SlackAccount.of(bot, creates);
    SlackMessages messages = new SlackMessages(new SlackPeople(bot, account, trusted));
    SlackThreads threads = new SlackThreads();
    SlackHistory history = new SlackHistory(new SlackPages(bot), messages, threads);
    SlackPosts posts = new SlackPosts(bot, threads);
    SlackRooms rooms = new SlackRooms(bot, address, creates);
    SlackEvents events = new SlackEvents(messages, rooms, threads, history, posts, listener, times);
    try {
      SlackApp app = SlackApp.join(base, tokens, times, events);
      return new SlackConnection(address, bot, rooms, history, posts, events, app);
    } catch (RuntimeException | Error refused) {
      events.close();
      throw refused;
    }
  }
}
