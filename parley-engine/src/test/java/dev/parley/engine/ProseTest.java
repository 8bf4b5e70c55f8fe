package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The prose rules of the code: the javadoc of every module's {@code src/main/java}. Each rule has
 * been seen red once.
 */
class ProseTest {
  private static final int MAX_WORDS_OF_A_SENTENCE = 45;

  private static final Pattern JAVADOC =
      Pattern.compile("^[ \\t]*/\\*\\*.*?\\*/", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern QUESTION =
      Pattern.compile("^(What|How|Whether|Where|Who|Whom|Whose|When|Which)\\b");

  /** The words the glossary replaces, where no other meaning of the word is in use. */
  private static final Pattern REPLACED =
      Pattern.compile(
          "\\b(carriers?|hubs?|bus|seat(s|ed)?|sits?|sitting|told|tell(s|ing)?"
              + "|hand(s|ed|ing)? (it |them )?over|handovers?|trails?|ordinals?|hearings?"
              + "|positions?|attachments?|deliverables?|whoever|so and so)\\b",
          Pattern.CASE_INSENSITIVE);

  /** Inline tags hold names, which the compiler checks. */
  private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s+[^{}]*\\}");

  /** The parameter named after the setting {@code bus}, a name that stays. */
  private static final Pattern NAME_OF_A_SETTING = Pattern.compile("@param bus\\b");

  /** A call of a logger whose last argument is a variable. */
  private static final Pattern LOGGED_THROWABLE =
      Pattern.compile(
          "LOG\\s*\\.log\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*,\\s*([a-z]\\w*)\\s*\\);");

  /** What runs before the engine is on the class path. */
  private static final Pattern OF_THE_LAUNCHER =
      Pattern.compile("dev/parley/(bridge|launch|server)/");

  private static final Pattern PARAGRAPH = Pattern.compile("<p>|<li>|\\n\\s*@\\w+|\\n[ \\t]*\\n");
  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final Pattern END_OF_SENTENCE = Pattern.compile("(?<=[.!?])\\s+");

  @Test
  void javadoc_beginsWithANounOrAVerb() {
    List<String> found = new ArrayList<>();
    for (Javadoc doc : javadocs()) {
      if (QUESTION.matcher(doc.text().strip()).find()) {
        int start = doc.text().length() - doc.text().stripLeading().length();
        found.add(doc.at(start) + " " + firstLine(doc.text()));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void javadoc_usesTheWordsOfTheGlossary() {
    List<String> found = new ArrayList<>();
    for (Javadoc doc : javadocs()) {
      Matcher word = REPLACED.matcher(doc.text());
      while (word.find()) {
        found.add(doc.at(word.start()) + " " + word.group());
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void javadoc_hasNoSentenceThatIsTooLong() {
    List<String> found = new ArrayList<>();
    for (Javadoc doc : javadocs()) {
      for (String paragraph : PARAGRAPH.splitAsStream(doc.text()).toList()) {
        for (String sentence : END_OF_SENTENCE.splitAsStream(paragraph).toList()) {
          long words = WORD.matcher(sentence).results().count();
          if (words > MAX_WORDS_OF_A_SENTENCE) {
            int start = doc.text().indexOf(sentence);
            found.add(doc.at(start) + " " + words + " words: " + firstLine(sentence));
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  /** Drivers repeat their URL, with its password, in the messages of their exceptions. */
  @Test
  void throwable_inALog_isMasked() {
    List<String> found = new ArrayList<>();
    for (Path file : MainSources.files()) {
      String source = MainSources.read(file);
      for (MatchResult call : LOGGED_THROWABLE.matcher(source).results().toList()) {
        boolean isThrowable =
            Pattern.compile(
                    "(catch \\([^)]*|Throwable |Exception |Error )\\b" + call.group(1) + "\\b")
                .matcher(source)
                .find();
        if (isThrowable && !OF_THE_LAUNCHER.matcher(file.toString()).find()) {
          found.add(MainSources.root().relativize(file) + ": " + call.group(1));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void topLevelTypes_haveNamesOfTheirOwn() {
    Map<String, List<String>> places = new TreeMap<>();
    for (Path file : MainSources.files()) {
      String name = String.valueOf(file.getFileName());
      if (!name.equals("package-info.java") && !name.equals("module-info.java")) {
        places
            .computeIfAbsent(name, none -> new ArrayList<>())
            .add(String.valueOf(MainSources.root().relativize(file)));
      }
    }
    places.values().removeIf(files -> files.size() == 1);
    assertThat(places).isEmpty();
  }

  /**
   * The text of one javadoc, without its asterisks but with all of its lines.
   *
   * @param line the line of the file it begins in, from 1
   */
  private record Javadoc(Path file, int line, String text) {
    String at(int offset) {
      long lines = text.substring(0, offset).lines().count();
      return MainSources.root().relativize(file) + ":" + (line + Math.max(0, lines - 1));
    }
  }

  private static List<Javadoc> javadocs() {
    List<Javadoc> docs = new ArrayList<>();
    for (Path file : MainSources.files()) {
      String source = MainSources.read(file);
      Matcher found = JAVADOC.matcher(source);
      while (found.find()) {
        int line = (int) source.substring(0, found.start()).lines().count() + 1;
        docs.add(new Javadoc(file, line, textOf(found.group())));
      }
    }
    return docs;
  }

  private static String textOf(String comment) {
    String open = comment.strip();
    String text = open.substring(3, open.length() - 2).replaceAll("(?m)^[ \\t]*\\*", "");
    text = NAME_OF_A_SETTING.matcher(text).replaceAll("@param x");
    return INLINE_TAG.matcher(text).replaceAll(ProseTest::blank);
  }

  /** One word with the lines of the tag, so that counts of words and lines stay right. */
  private static String blank(MatchResult tag) {
    return "x" + "\n".repeat((int) tag.group().chars().filter(c -> c == '\n').count());
  }

  private static String firstLine(String text) {
    return text.strip().lines().findFirst().orElse("").strip();
  }
}
