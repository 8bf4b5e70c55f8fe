package dev.parley.war.wake;

/**
 * The end of a wait for a reason to wake a client.
 *
 * @param due whether it is to be woken
 * @param text the text to wake it with; empty where it is not
 * @param next names the messages in the text; -1 where it holds none
 */
public record Wake(boolean due, String text, long next) {
  static final Wake NONE = new Wake(false, "", -1);

  /** For a client whose hooks hand out the messages once it is awake. */
  static final Wake BELL =
      new Wake(
          true,
          "Parley: new messages wait for you. They follow here; where they do not, call"
              + " wait_for_messages.",
          -1);
}
