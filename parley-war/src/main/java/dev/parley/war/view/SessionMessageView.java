package dev.parley.war.view;

import dev.parley.id.AgentId;
import dev.parley.message.SessionMessage;
import dev.parley.war.wire.Timestamps;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of a session as it is shown.
 *
 * @param verified whether the sender bore its name by right; else it had chosen its name
 */
public record SessionMessageView(
    String id,
    long seq,
    String from,
    boolean verified,
    @Nullable String to,
    String text,
    @Nullable String thread,
    Map<String, String> metadata,
    String sentAt) {

  /** Returns a message as it is shown. */
  public static SessionMessageView of(SessionMessage message) {
    return new SessionMessageView(
        message.id().value(),
        message.seq(),
        message.from().value(),
        message.isSenderVerified(),
        message.to().map(AgentId::value).orElse(null),
        message.draft().content(),
        message.draft().thread().orElse(null),
        message.draft().metadata(),
        Timestamps.iso(message.sentAt()));
  }
}
