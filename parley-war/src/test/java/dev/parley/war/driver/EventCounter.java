package dev.parley.war.driver;

import java.nio.ByteBuffer;

/** What is done with the bytes of the event streams. Called by the selector's thread alone. */
public interface EventCounter {

  /** Takes what was just read from one stream, from position to limit. */
  void take(int stream, ByteBuffer read);

  /** Messages seen so far; may be asked by any thread. */
  long count();
}
