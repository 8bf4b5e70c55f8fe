package dev.parley.war;

import java.util.Map;

/** The defaults of Jersey that our applications change. */
final class JerseyDefaults {
  /**
   * Turns two of them off. Jersey would describe the resources at a path of its own. And it would
   * hold every answer back until 8 KB of it have gathered, also one that first asks the client
   * something, and so wait for ever. Other implementations do not know these names.
   */
  static final Map<String, Object> OFF =
      Map.of(
          "jersey.config.server.wadl.disableWadl",
          true,
          "jersey.config.server.contentLength.buffer",
          0);

  private JerseyDefaults() {}
}
