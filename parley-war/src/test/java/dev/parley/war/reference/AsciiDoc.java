package dev.parley.war.reference;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts of the code as AsciiDoc shows them. */
public final class AsciiDoc {
  /** A text between backticks, or a name with underscores. */
  private static final Pattern CODE =
      Pattern.compile("`([^`]+)`|(?<![\\w:])([a-z]+(?:_[a-z0-9]+)+)(?![\\w:])");

  /** Characters that AsciiDoc could take for markup. */
  private static final Pattern MARKUP =
      Pattern.compile("[#*_+<>{}\\[\\]|^~\"]|\\(C\\)|--|\\.\\.\\.");

  private AsciiDoc() {}

  /** Returns {@code text} as it is, in the type of code, for a cell of a table. */
  public static String code(String text) {
    return "`+" + text.replace("|", "\\|") + "+`";
  }

  /** Returns names in the type of code, with {@code between} them. */
  public static String codes(List<String> texts, String between) {
    return texts.stream().map(AsciiDoc::code).collect(Collectors.joining(between));
  }

  /**
   * Returns one paragraph. Text between backticks and names with underscores are code; nothing else
   * is markup.
   */
  public static String words(String text) {
    StringBuilder out = new StringBuilder();
    String line = text.strip().replaceAll("\\s*\\n\\s*", " ");
    Matcher code = CODE.matcher(line);
    int from = 0;
    while (code.find()) {
      out.append(plain(line.substring(from, code.start())))
          .append(code(code.group(code.group(1) == null ? 2 : 1)));
      from = code.end();
    }
    return out.append(plain(line.substring(from))).toString();
  }

  /** Returns paragraphs, which blank lines separate. */
  public static String paragraphs(String text) {
    return Pattern.compile("\\n\\s*\\n")
        .splitAsStream(text.strip())
        .map(AsciiDoc::words)
        .collect(Collectors.joining("\n\n"));
  }

  /** Returns the cells of a row of a table. */
  public static List<String> row(String... cells) {
    return List.of(cells);
  }

  /**
   * Returns a table, and nothing without rows. A column whose cells are all empty is left out.
   *
   * @param cols the widths, for example {@code 1,3}
   * @param titles the titles of the columns, with bars between them
   */
  public static String table(String cols, String titles, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return "";
    }
    List<String> heads = List.of(titles.split("\\|"));
    int[] shown =
        IntStream.range(0, heads.size())
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
            .toArray();
    return "[cols=\""
        + chosen(shown, List.of(cols.split(",")), "", ",")
        + "\",options=\"header\"]\n|===\n"
        + chosen(shown, heads, "|", " ")
        + "\n\n"
        + rows.stream()
            .map(row -> chosen(shown, row, "|", "\n") + "\n\n")
            .collect(Collectors.joining())
        + "|===\n";
  }

  private static String chosen(int[] columns, List<String> cells, String before, String between) {
    return Arrays.stream(columns)
        .mapToObj(column -> before + cells.get(column))
        .collect(Collectors.joining(between));
  }

  /** Returns a listing in the language {@code source}. */
  public static String listing(String source, String text) {
    return "[source," + source + "]\n----\n" + text + "\n----\n";
  }

  private static String plain(String text) {
    return MARKUP
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found
                        .group()
                        .chars()
                        .mapToObj(c -> "&#" + c + ";")
                        .collect(Collectors.joining())));
  }
}
