package dev.parley.chat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A call to a chat system that failed. */
public final class ChatFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The effect of the failure. */
  public enum Kind {
    /** Nothing was done; the system wants fewer calls, for {@link ChatFailure#retryAfter}. */
    RATE_LIMITED,
    /** Nothing was done; the system was not reached, or said that it is not ready. */
    UNREACHABLE,
    /** It is not known whether the call was carried out: it was sent and not answered. */
    UNKNOWN,
    /** Nothing was done, and a repeat will fail too: a right is missing, or the room. */
    REFUSED
  }

  private final Kind kind;
  private final Duration retryAfter;

  private ChatFailure(Kind kind, String message, Duration retryAfter, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  /** The system wants no call for {@code retryAfter}. */
  public static ChatFailure rateLimited(Duration retryAfter) {
    return new ChatFailure(Kind.RATE_LIMITED, "too many calls", retryAfter, null);
  }

  /** The system was not reached. */
  public static ChatFailure unreachable(String message, @Nullable Throwable cause) {
    return new ChatFailure(Kind.UNREACHABLE, message, Duration.ZERO, cause);
  }

  /** The call was sent and not answered. */
  public static ChatFailure unknown(String message, @Nullable Throwable cause) {
    return new ChatFailure(Kind.UNKNOWN, message, Duration.ZERO, cause);
  }

  /** The call was refused for good; {@code message} names the missing right or the error code. */
  public static ChatFailure refused(String message) {
    return new ChatFailure(Kind.REFUSED, message, Duration.ZERO, null);
  }

  /** The effect of the failure. */
  public Kind kind() {
    return kind;
  }

  /** The time until the next call; zero where the system named none. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
