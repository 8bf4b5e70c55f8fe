package dev.parley.bridge;

import java.io.IOException;

/** A way to begin a turn of the client's model while it is idle. */
interface Waker {

  /** Returns true if the way is open as far as the bridge can see. */
  boolean isReady();

  /**
   * Returns true if the model sees the text of the wake as it is; false if it only begins a turn,
   * in which the client's hooks hand out the messages.
   */
  boolean carriesMessages();

  /**
   * Wakes the client.
   *
   * @throws IOException where it is known that the text did not get there
   */
  void wake(String text) throws IOException, InterruptedException;
}
