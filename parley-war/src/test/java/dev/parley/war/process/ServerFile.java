package dev.parley.war.process;

import java.nio.file.Path;
import java.util.List;

/** The runnable file that servers and bridges are started from. */
public interface ServerFile {

  /** The file {@code parley.war}. */
  Path war();

  /** Flags of the JVM that a server is started with. */
  List<String> serverFlags();
}
