package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.Reply;
import dev.parley.war.testing.ToolAnswer;
import java.util.regex.Pattern;

/** What may never go out: exception texts, names of classes and packages, SQL, paths. */
final class Insides {
  private static final Pattern INSIDES =
      Pattern.compile(
          "Exception|Throwable|\\.java\\b|\\bjava\\.|dev\\.parley|\\b(org|com|io|jakarta)\\.[a-z]+\\."
              + "|\\$\\$|Lambda|\\bSQL|(?i:select |insert into|update parley|jdbc:)|parley_(?:room|member|message|topic)"
              + "|\\bnull pointer|Cannot invoke|\\.fasterxml|tools\\.jackson|SERVLET",
          Pattern.CASE_INSENSITIVE);

  private Insides() {}

  static Reply hiddenIn(Reply reply) {
    assertThat(reply.body()).doesNotContainPattern(INSIDES);
    return reply;
  }

  static ToolAnswer hiddenIn(ToolAnswer answer) {
    assertThat(answer.text()).doesNotContainPattern(INSIDES);
    return answer;
  }
}
