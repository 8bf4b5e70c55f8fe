package dev.parley.chat.telegram;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatBackendProvider;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes the backend of Telegram: {@code telegram://BOT?room.planning=-1001234567890}, with the
 * token of the bot in {@code PARLEY_TELEGRAM_TOKEN}. The option {@code api} names a Bot API server
 * of one's own.
 */
public final class TelegramBackendProvider extends ChatBackendProvider {
  /** The variable of the token. */
  static final String TOKEN = "PARLEY_TELEGRAM_TOKEN";

  private static final String FIELD = "bus";
  private static final String API = "api";
  private static final String PRESENCE = "presence";
  private static final String PUBLIC_API = "https://api.telegram.org";
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern BOT = Pattern.compile("[A-Za-z][A-Za-z0-9_]{2,31}");
  private static final Pattern TOKEN_FORM = Pattern.compile("\\d{1,20}:[A-Za-z0-9_-]{10,100}");
  private static final Pattern CHAT =
      Pattern.compile("-?[1-9]\\d{0,15}|@[A-Za-z][A-Za-z0-9_]{2,31}");

  private final TelegramTimes times;

  /** The provider of {@code telegram://}. */
  public TelegramBackendProvider() {
    this(TelegramTimes.DEFAULT);
  }

  TelegramBackendProvider(TelegramTimes times) {
    super("telegram");
    this.times = times;
  }

  @Override
  protected ChatSystem system(URI address, ChatSecrets secrets) {
    ChatAddress read = ChatAddress.of(address, Set.of(API));
    boolean isBotAlone = read.user().isEmpty() && read.port() < 0 && read.path().isEmpty();
    if (!isBotAlone || !BOT.matcher(read.host()).matches()) {
      throw InvalidArgument.refusal(
          FIELD,
          "the address is telegram://BOT?room.NAME=CHAT, with the user name of the bot without its"
              + " at sign");
    }
    read.rooms().forEach(TelegramBackendProvider::checkRoom);
    read.option(PRESENCE).ifPresent(chat -> checkChat(PRESENCE, chat));
    String api = read.option(API).map(TelegramBackendProvider::api).orElse(PUBLIC_API);
    return new TelegramChat(read, api, token(secrets), times);
  }

  private static void checkRoom(String name, String chat) {
    int slash = name.indexOf('/');
    if (slash >= 0) {
      var unused = new WorkspaceId(name.substring(0, slash));
    }
    var unused = RoomName.of(name.substring(slash + 1));
    checkChat("room." + name, chat);
  }

  private static void checkChat(String option, String chat) {
    if (!CHAT.matcher(chat).matches()) {
      throw InvalidArgument.refusal(
          FIELD,
          "the option '"
              + option
              + "' needs the id of a chat, for example -1001234567890, or the @name of a public"
              + " one");
    }
  }

  private static String token(ChatSecrets secrets) {
    String token = secrets.get(TOKEN);
    if (!TOKEN_FORM.matcher(token).matches()) {
      throw InvalidArgument.refusal(
          FIELD, TOKEN + " has not the form of a token, 123456:letters, as BotFather gives it");
    }
    return token;
  }

  /** The address of a Bot API server, without a slash at its end. */
  static String api(String value) {
    URI api;
    try {
      api = URI.create(value);
    } catch (IllegalArgumentException noAddress) {
      throw refusedApi();
    }
    String scheme = Optional.ofNullable(api.getScheme()).orElse("").toLowerCase(Locale.ROOT);
    String host = Optional.ofNullable(api.getHost()).orElse("").toLowerCase(Locale.ROOT);
    boolean isSafe = scheme.equals("https") || (scheme.equals("http") && LOOPBACK.contains(host));
    boolean isPlain =
        api.getRawUserInfo() == null && api.getRawQuery() == null && api.getRawFragment() == null;
    if (!isSafe || !isPlain || host.isEmpty()) {
      throw refusedApi();
    }
    return value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
  }

  private static RuntimeException refusedApi() {
    return InvalidArgument.refusal(
        FIELD,
        "the option 'api' needs an https address, or an http address of this machine such as"
            + " http://127.0.0.1:8081");
  }
}
