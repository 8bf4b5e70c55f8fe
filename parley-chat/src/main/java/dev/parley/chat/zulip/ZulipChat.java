package dev.parley.chat.zulip;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatSystem;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.time.Duration;

/** A Zulip channel, as a bot that is subscribed to it. */
final class ZulipChat implements ChatSystem {
  /** The first wait before a call for events is repeated. */
  static final Duration FIRST_WAIT = Duration.ofMillis(500);

  /** The most code points of a message, past which Zulip cuts it. */
  static final int MAX_MESSAGE = 10_000;

  /** A message with its prefix, a link to the message that it answers, and the marks in it. */
  private static final int MAX_TEXT = 9_000;

  private final ZulipAddress address;
  private final String key;
  private final Duration firstWait;

  /**
   * A channel.
   *
   * @param key the API key of the bot
   * @param firstWait the first wait before a call for events is repeated
   */
  ZulipChat(ZulipAddress address, String key, Duration firstWait) {
    this.address = address;
    this.key = key;
    this.firstWait = firstWait;
  }

  @Override
  public String name() {
    return "zulip";
  }

  @Override
  public int maxText() {
    return MAX_TEXT;
  }

  @Override
  public boolean hasEnvelopes() {
    return false;
  }

  @Override
  public ChatConnection connect(ChatListener listener) {
    ZulipApi api = new ZulipApi(address.base(), address.email(), key);
    ZulipLogin login = new ZulipLogin(api, address);
    try {
      ZulipReader reader = new ZulipReader(login.userId(), address.trusted());
      ZulipConnection connection =
          new ZulipConnection(api, address, login, reader, listener, firstWait);
      connection.begin();
      return connection;
    } catch (ChatFailure failure) {
      if (failure.kind() == ChatFailure.Kind.REFUSED) {
        throw InvalidArgument.refusal("bus", "Zulip refused the start: " + failure.getMessage());
      }
      Duration wait = failure.retryAfter().isZero() ? firstWait : failure.retryAfter();
      throw new ParleyException(new Unavailable("Zulip at " + address.chat().host(), wait));
    }
  }
}
