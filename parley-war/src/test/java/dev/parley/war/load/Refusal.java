package dev.parley.war.load;

import dev.parley.war.driver.HttpAnswer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code of an answer that refuses, and a sentence for what to do about it. */
final class Refusal {
  static final String RATE_LIMITED = "rate_limited";

  private static final Pattern CODE = Pattern.compile("\"code\":\"([a-z_]+)\"");
  private static final int TOO_MANY = 429;

  private Refusal() {}

  /** The code of the refusal, or the HTTP status where there is none. */
  static String code(HttpAnswer answer) {
    Matcher code = CODE.matcher(answer.body());
    if (code.find()) {
      return code.group(1);
    }
    return answer.status() == TOO_MANY ? RATE_LIMITED : "HTTP " + answer.status();
  }

  static LoadException whileJoining(HttpAnswer answer, String url) {
    String code = code(answer);
    if (code.equals(RATE_LIMITED)) {
      return new LoadException(rateLimit());
    }
    return new LoadException(
        switch (answer.status()) {
          case 401 ->
              url
                  + " asks for a valid token (401): set -Dparley.load.token or"
                  + " -Dparley.load.token-file.";
          case 403 -> url + " does not allow this with the token (403, " + code + ").";
          case 404, 405 ->
              "There is no Parley at " + url + ": /mcp answers " + answer.status() + ".";
          default -> url + " refused while the agents joined: " + code + ". " + answer.body();
        });
  }

  static String rateLimit() {
    return "The server limits the rate of calls: start it with --rate-limit off, or give"
        + " more tokens (-Dparley.load.token=A,B,...).";
  }
}
