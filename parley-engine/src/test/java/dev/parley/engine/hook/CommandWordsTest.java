package dev.parley.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "make test             | make,test",
        "  make   -j 2         | make,-j,2",
        "a 'b c' d             | a,b c,d",
        "a \"b c\" d           | a,b c,d",
        "a'b c'\"d e\"f        | ab cd ef",
        "a 'b \"c\" d'         | a,b \"c\" d",
        "a \"b 'c' d\"         | a,b 'c' d",
        "a b\\ c               | a,b c",
        "a \\\"b\\\"           | a,\"b\"",
        "a \"b \\\" \\\\ \\c\" | a,b \" \\ \\c",
        "a 'b\\'               | a,b\\",
        "a '' b                | a,,b",
        "a \\                  | a,\\",
        "a $HOME *.java && b;c | a,$HOME,*.java,&&,b;c",
      })
  void of_splitsAsAShellDoesAndNoFurther(String command, String words) {
    assertThat(CommandWords.of(command).orElseThrow()).containsExactly(words.split(",", -1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a 'b", "a \"b", "a \"b\\\"", "'"})
  void of_anOpenQuote_isNothing(String command) {
    assertThat(CommandWords.of(command)).isEmpty();
  }

  @Test
  void of_severalLines_isOneCommand() {
    assertThat(CommandWords.of("make\n\ttest\n").orElseThrow()).containsExactly("make", "test");
  }
}
