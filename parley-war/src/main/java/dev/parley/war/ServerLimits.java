package dev.parley.war;

import dev.parley.engine.config.Limits;
import dev.parley.engine.permission.PermissionLimits;
import dev.parley.engine.room.RateLimit;
import dev.parley.engine.session.SessionLimits;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.guard.GuardLimits;
import dev.parley.war.settings.Settings;
import dev.parley.war.wire.MaxAnswer;
import java.util.Map;

/**
 * The limits of a server, all in one place: those of the engine, and those of its MCP endpoints.
 *
 * @param engine the limits of what is kept
 * @param mcpSessions the MCP sessions in all
 * @param mcpSessionsEach the MCP sessions of one credential; of one address where none is needed
 * @param initializeRate the MCP sessions that one credential or address begins
 * @param clientBytes the bytes of the parameters of {@code initialize}
 * @param answerBytes the bytes of one answer of a tool that lists something
 * @param openCalls the calls of one MCP session that are not answered yet
 * @param guards the limits of what agents do to each other
 */
record ServerLimits(
    Limits engine,
    int mcpSessions,
    int mcpSessionsEach,
    RateLimit initializeRate,
    int clientBytes,
    int answerBytes,
    int openCalls,
    GuardLimits guards) {
  /** The limits unless said otherwise. */
  static final ServerLimits DEFAULT =
      new ServerLimits(
          Limits.DEFAULT.withRates(Limits.DEFAULT_MESSAGE_RATE, Limits.DEFAULT_WRITE_RATE),
          5_000,
          2_500,
          RateLimit.perSecond(50, 500),
          8_192,
          MaxAnswer.DEFAULT_BYTES,
          256,
          GuardLimits.DEFAULT);

  private static final int MIN_CLIENT_BYTES = 1_024;

  /** Checks the bounds of each; refused with {@code invalid_argument}. */
  ServerLimits {
    least("max-mcp-sessions", mcpSessions, 1);
    least("max-mcp-sessions-each", mcpSessionsEach, 1);
    least("max-client-info", clientBytes, MIN_CLIENT_BYTES);
    least("max-answer", answerBytes, MaxAnswer.MIN_BYTES);
    least("max-calls", openCalls, 1);
  }

  private static void least(String name, int value, int least) {
    if (value < least) {
      throw InvalidArgument.refusal(
          name, "it must be " + least + " or more", Map.of("least", least));
    }
  }

  /**
   * The limits that the settings of a deployment say. Where {@code rate-limit} is off, the other
   * rates are too unless they are said.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} naming the setting
   */
  static ServerLimits of(Settings settings) {
    boolean unlimited = settings.value("rate-limit").map("off"::equals).orElse(false);
    Limits usual = DEFAULT.engine();
    Limits engine =
        new Limits(
            session(settings),
            rate(settings, "message-rate", unlimited, usual.messageRate()),
            rate(settings, "write-rate", unlimited, usual.writeRate()),
            settings.count("max-workspaces").orElse(usual.workspaces()),
            settings.count("max-rooms").orElse(usual.rooms()),
            settings.count("max-sessions").orElse(usual.sessions()),
            settings.count("max-agents").orElse(usual.agents()),
            settings.count("max-documents").orElse(usual.documents()),
            permissions(settings));
    return new ServerLimits(
        engine,
        settings.count("max-mcp-sessions").orElse(DEFAULT.mcpSessions()),
        settings.count("max-mcp-sessions-each").orElse(DEFAULT.mcpSessionsEach()),
        rate(settings, "initialize-rate", unlimited, DEFAULT.initializeRate()),
        settings.count("max-client-info").orElse(DEFAULT.clientBytes()),
        settings.count("max-answer").orElse(DEFAULT.answerBytes()),
        settings.count("max-calls").orElse(DEFAULT.openCalls()),
        GuardLimits.of(settings));
  }

  private static RateLimit rate(
      Settings settings, String name, boolean unlimited, RateLimit usual) {
    return settings
        .value(name)
        .map(text -> RateLimit.parse(name, text))
        .orElse(unlimited ? RateLimit.OFF : usual);
  }

  private static PermissionLimits permissions(Settings settings) {
    PermissionLimits usual = PermissionLimits.DEFAULT;
    return new PermissionLimits(
        settings.count("max-permissions").orElse(usual.open()),
        settings.count("max-permissions-each").orElse(usual.ofAgent()),
        settings.duration("permission-timeout").orElse(usual.timeout()));
  }

  private static SessionLimits session(Settings settings) {
    SessionLimits usual = SessionLimits.GENEROUS;
    return new SessionLimits(
        settings.count("max-messages").map(Integer::longValue).orElse(usual.messages()),
        settings.count("max-tasks").map(Integer::longValue).orElse(usual.tasks()),
        settings.count("max-artifacts").map(Integer::longValue).orElse(usual.artifacts()),
        settings.count("max-reviews").map(Integer::longValue).orElse(usual.reviews()));
  }
}
