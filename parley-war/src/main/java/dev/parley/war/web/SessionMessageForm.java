package dev.parley.war.web;

import dev.parley.agent.AgentId;
import dev.parley.session.SessionMessage;
import dev.parley.war.tool.Times;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message of a session as it is shown. */
record SessionMessageForm(
    String id,
    long seq,
    String from,
    @Nullable String to,
    String text,
    @Nullable String thread,
    Map<String, String> metadata,
    String sentAt) {

  static SessionMessageForm of(SessionMessage message) {
    return new SessionMessageForm(
        message.id().value(),
        message.seq(),
        message.from().value(),
        message.to().map(AgentId::value).orElse(null),
        message.draft().content(),
        message.draft().thread().orElse(null),
        message.draft().metadata(),
        Times.iso(message.sentAt()));
  }
}
