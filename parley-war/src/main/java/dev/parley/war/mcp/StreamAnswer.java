package dev.parley.war.mcp;

import java.io.IOException;

/** An answer that comes in pieces: an event stream of its own. */
record StreamAnswer(Opening opening) implements McpAnswer {
  /** Writes the stream. */
  interface Opening {
    /** Opens the stream of a request that is suspended for it. */
    void open(McpExchange.Stream stream) throws IOException;
  }
}
