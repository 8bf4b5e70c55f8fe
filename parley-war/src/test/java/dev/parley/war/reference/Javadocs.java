package dev.parley.war.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The javadoc of one source file, so that the meaning of a constant is written once. */
public final class Javadocs {
  private static final String DOC = "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*";
  private static final Pattern CONSTANT =
      Pattern.compile(DOC + "([A-Z][A-Z0-9_]*)\\s*[(,;{]", Pattern.DOTALL);
  private static final Pattern TYPE =
      Pattern.compile(DOC + "(?:public )?(?:sealed )?(?:record|interface|enum)", Pattern.DOTALL);
  private static final Pattern TAG =
      Pattern.compile("\\{@(code|link) #?((?:[^{}]|\\{[^{}]*\\})+)\\}");
  private static final Pattern END = Pattern.compile("\\n@|<p>");

  private final String source;

  private Javadocs(String source) {
    this.source = source;
  }

  /**
   * Reads a file.
   *
   * @param path the file below the folder of all modules
   */
  public static Javadocs of(String path) {
    try {
      return new Javadocs(Files.readString(Path.of("..", path), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text of each constant of its enums, as one line with code between backticks. */
  public Map<String, String> constants() {
    Map<String, String> all = new LinkedHashMap<>();
    Matcher found = CONSTANT.matcher(source);
    while (found.find()) {
      all.put(found.group(2), text(found.group(1)));
    }
    return all;
  }

  /** Returns the text of the first type. */
  public String type() {
    return Optional.of(TYPE.matcher(source))
        .filter(Matcher::find)
        .map(found -> text(found.group(1)))
        .orElseThrow();
  }

  private static String text(String comment) {
    String bare = comment.replaceAll("\\n\\s*\\* ?", "\n").strip();
    String first = END.split(bare, 2)[0];
    return TAG.matcher(first.strip().replaceAll("\\s+", " "))
        .replaceAll(tag -> Matcher.quoteReplacement("`" + tag.group(2) + "`"));
  }
}
