package dev.parley.war.load;

/** A reason not to run, as a sentence for the person who started the tool. */
public final class LoadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  LoadException(String sentence) {
    super(sentence);
  }
}
