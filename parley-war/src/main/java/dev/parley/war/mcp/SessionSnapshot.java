package dev.parley.war.mcp;

import dev.parley.war.wire.Json;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session that another node needs to go on with it.
 *
 * @param initialize what its client asked for
 * @param address where it was opened, as its client wrote it
 * @param credential names what it was opened with; null where none was needed
 * @param tools the tool sets its client chose by the query of the address; null where by its path
 * @param urgent the name of the policy of urgent messages; null where it has the usual one
 */
record SessionSnapshot(
    InitializeRequest initialize,
    URI address,
    @Nullable String credential,
    @Nullable String tools,
    @Nullable String urgent) {
  /**
   * The longest snapshot, in UTF-16 units. A client that says more of itself does not go on
   * elsewhere.
   */
  static final int MAX_LENGTH = 64 * 1024;

  String text() {
    return Json.text(this);
  }

  static SessionSnapshot read(String text) {
    try {
      return Json.mapper().readValue(text, SessionSnapshot.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
