package dev.parley.bridge;

/** The action of a watch when its agent is to be woken. */
interface WakeAction {

  /**
   * Wakes the agent; failures are logged.
   *
   * @param text a sentence for the agent
   * @param workspace the workspace it is in
   * @return whether it worked, after some attempts
   */
  boolean wake(String text, String workspace) throws InterruptedException;
}
