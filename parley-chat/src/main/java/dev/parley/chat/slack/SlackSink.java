package dev.parley.chat.slack;

import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** Takes the events of an app. The methods do not block. */
interface SlackSink {
  /** Takes note that events come from now on; completed when that is passed on. */
  CompletableFuture<Void> connected();

  /** Takes the payload of an event. */
  void take(JsonNode payload);

  /** Takes note that no events come until {@link #connected}. */
  void interrupted();
}
