package dev.parley.chat.discord;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatSystem;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

/** A Discord guild, as a bot that is a member of it. */
final class DiscordChat implements ChatSystem {
  /** Discord takes 2,000 characters; the rest is for what protects the end of a text. */
  private static final int MAX_TEXT = 1_900;

  private final DiscordAddress address;
  private final URI base;
  private final String token;
  private final DiscordTimes times;

  /**
   * A guild.
   *
   * @param base the beginning of all addresses of the API: https, or http on this machine
   */
  DiscordChat(DiscordAddress address, String base, String token, DiscordTimes times) {
    this.address = address;
    this.base = URI.create(base);
    this.token = token;
    this.times = times;
    if (!"https".equals(this.base.getScheme()) && !DiscordGatewayAddress.isLoopback(this.base)) {
      throw InvalidArgument.refusal("bus", "the address of Discord must begin with https");
    }
  }

  @Override
  public String name() {
    return "discord";
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
    DiscordApi api = new DiscordApi(base.toString(), token, times.request());
    DiscordLogin login = asked(() -> DiscordLogin.of(api, address));
    DiscordMessages messages =
        new DiscordMessages(login.bot(), address.trusted(), login.guild().names());
    DiscordRooms rooms = new DiscordRooms(address, login.guild());
    DiscordGateway gateway =
        new DiscordGateway(
            api,
            token,
            times,
            new DiscordGatewayAddress(base),
            new DiscordEvents(login.guild(), rooms, messages, listener));
    try {
      gateway.start();
    } catch (RuntimeException | Error refused) {
      gateway.close();
      throw refused;
    }
    return new DiscordConnection(api, gateway, rooms, messages, address);
  }

  private static <T> T asked(Supplier<T> call) {
    try {
      return call.get();
    } catch (ChatFailure failure) {
      if (failure.kind() == ChatFailure.Kind.REFUSED) {
        throw InvalidArgument.refusal("bus", String.valueOf(failure.getMessage()));
      }
      Duration wait = failure.retryAfter();
      throw new ParleyException(
          new Unavailable("discord", wait.isZero() ? Duration.ofSeconds(1) : wait));
    }
  }
}
