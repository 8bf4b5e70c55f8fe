package dev.parley.chat.discord;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The end of a connection to the gateway.
 *
 * @param code the code of the close; {@value #CUT} where the connection was cut
 * @param isResumable whether the session goes on
 * @param delay the wait before the next connection, where Discord asks for one
 */
record DiscordEnd(int code, boolean isResumable, Optional<Duration> delay) {
  static final int CUT = 1006;

  private static final int WRONG_TOKEN = 4004;
  private static final int WRONG_INTENTS = 4013;
  private static final int REFUSED_INTENTS = 4014;

  /** Another connection would end in the same way. */
  private static final Set<Integer> FATAL =
      Set.of(WRONG_TOKEN, 4010, 4011, 4012, WRONG_INTENTS, REFUSED_INTENTS);

  /** The session is over; another one may be opened. */
  private static final Set<Integer> SESSION_OVER = Set.of(4001, 4003, 4005, 4007, 4009);

  /** The end with the code of a close. */
  static DiscordEnd of(int code) {
    boolean isOver = FATAL.contains(code) || SESSION_OVER.contains(code);
    return new DiscordEnd(code, !isOver, Optional.empty());
  }

  /** The end because the connection was cut, or no answer came. */
  static DiscordEnd cut() {
    return of(CUT);
  }

  /** The end because Discord asks for another connection. */
  static DiscordEnd reconnect() {
    return new DiscordEnd(CUT, true, Optional.of(Duration.ZERO));
  }

  /** The end because Discord calls the session invalid; the next connection waits by chance. */
  static DiscordEnd invalid(boolean isResumable, DiscordTimes times) {
    long min = times.invalidMin().toMillis();
    long max = times.invalidMax().toMillis();
    long wait = ThreadLocalRandom.current().nextLong(min, max + 1);
    return new DiscordEnd(CUT, isResumable, Optional.of(Duration.ofMillis(wait)));
  }

  /** Returns true if another connection would end in the same way. */
  boolean isFatal() {
    return FATAL.contains(code);
  }

  /** The remedy for a fatal end. */
  String remedy() {
    return switch (code) {
      case WRONG_TOKEN ->
          "the token of the bot is not valid; make a new one and set "
              + DiscordBackendProvider.TOKEN;
      case WRONG_INTENTS, REFUSED_INTENTS ->
          "the Message Content Intent is off; switch it on at the page Bot of the application";
      default -> "the gateway refused the connection with code " + code + "; update Parley";
    };
  }
}
