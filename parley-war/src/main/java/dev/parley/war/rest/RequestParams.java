package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.SessionId;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TextLimits;
import dev.parley.session.Session;
import dev.parley.war.wire.Arguments;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameters of a path and a query, refused under the name they have there. */
final class RequestParams {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private RequestParams() {}

  /** Reads a part of the path as {@code type} does. */
  static <T> T value(String name, String text, Function<String, T> type) {
    return Arguments.read(name, text, type);
  }

  /** Reads a parameter of the query as {@code type} does; one that is empty is none. */
  static <T> Optional<T> optional(String name, @Nullable String text, Function<String, T> type) {
    return Optional.ofNullable(text)
        .filter(given -> !given.isEmpty())
        .map(given -> Arguments.read(name, given, type));
  }

  /** Returns the number of items asked for: 1 to {@code most}. */
  static int limit(@Nullable String text, int usual, int most) {
    return optional("limit", text, given -> (int) number("limit", given, 1, most)).orElse(usual);
  }

  /**
   * The number of items of a list that is asked for: 1 to {@value PageSize#MAX_LIMIT}, which is
   * usual.
   */
  static int limit(@Nullable String text) {
    return limit(text, PageSize.MAX_LIMIT, PageSize.MAX_LIMIT);
  }

  /** Returns a seq, {@code least} or more. */
  static OptionalLong position(String name, @Nullable String text, long least) {
    return optional(name, text, given -> number(name, given, least, Long.MAX_VALUE))
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /** Refuses two directions at once. */
  static void oneOf(OptionalLong after, OptionalLong before) {
    if (after.isPresent() && before.isPresent()) {
      throw InvalidArgument.refusal("before", "give 'after' or 'before', not both");
    }
  }

  /** Returns the value of {@code made}, whose refusals are of the field {@code name}. */
  static <T> T field(String name, Supplier<T> made) {
    return Arguments.read(name, "", unused -> made.get());
  }

  /** The session a path names, as the agent of {@code connection} sees it. */
  static Session session(Connection connection, String id) {
    SessionId named = value("session", id, SessionId::new);
    return connection.sessions().find(named).orElseThrow(() -> notFound("session"));
  }

  static ParleyException notFound(String what) {
    return new ParleyException(new NotFound(what));
  }

  private static long number(String name, String text, long least, long most) {
    long number = NUMBER.matcher(text).matches() ? Long.parseLong(text) : -1;
    if (most == Long.MAX_VALUE && number < least) {
      throw InvalidArgument.refusal(
          name, "it must be a whole number, " + least + " or more", Map.of("least", least));
    }
    return TextLimits.range(name, number, least, most);
  }
}
