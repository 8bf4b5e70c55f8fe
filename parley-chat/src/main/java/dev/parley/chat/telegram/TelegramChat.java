package dev.parley.chat.telegram;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatSystem;

/** Telegram, as one bot. */
final class TelegramChat implements ChatSystem {
  static final String NAME = "telegram";

  /** Telegram takes 4,096 after it has read the entities. */
  private static final int MAX_TEXT = 4_000;

  private final ChatAddress address;
  private final String api;
  private final String token;
  private final TelegramTimes times;

  /**
   * A bot that is not logged in.
   *
   * @param api the address of the Bot API, without a slash at its end
   */
  TelegramChat(ChatAddress address, String api, String token, TelegramTimes times) {
    this.address = address;
    this.api = api;
    this.token = token;
    this.times = times;
  }

  @Override
  public String name() {
    return NAME;
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
    TelegramApi calls = new TelegramApi(api, token, times);
    TelegramLogin login = TelegramLogin.check(calls, address, times);
    TelegramOrder order = new TelegramOrder(times.gap());
    TelegramPoller poller =
        new TelegramPoller(
            calls, times, login, order, new TelegramInbox(login, order, listener), listener);
    TelegramConnection connection =
        new TelegramConnection(new TelegramSender(calls, login.rooms(), order), login, poller);
    poller.start();
    listener.connected();
    return connection;
  }
}
