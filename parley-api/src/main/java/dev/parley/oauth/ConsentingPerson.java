package dev.parley.oauth;

import dev.parley.problem.TextLimits;

/**
 * A person at a browser who is asked.
 *
 * @param name the name of the person, at most 64 characters
 * @param login names the login without being it, at most {@value #MAX_LOGIN} characters
 */
public record ConsentingPerson(String name, String login) {
  /** The maximum length of the name of a login. */
  public static final int MAX_LOGIN = 128;

  private static final int MAX_NAME = 64;

  /** Checks the limits; refused with {@code invalid_argument}. */
  public ConsentingPerson {
    TextLimits.text("name", name, MAX_NAME);
    TextLimits.text("login", login, MAX_LOGIN);
  }
}
