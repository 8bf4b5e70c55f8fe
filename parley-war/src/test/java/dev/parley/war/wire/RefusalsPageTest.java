package dev.parley.war.wire;

import static dev.parley.war.reference.AsciiDoc.code;
import static dev.parley.war.reference.AsciiDoc.row;
import static dev.parley.war.reference.AsciiDoc.table;
import static dev.parley.war.reference.AsciiDoc.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bridge.BridgeRefusals;
import dev.parley.problem.ProblemCode;
import dev.parley.war.reference.GeneratedPartial;
import dev.parley.war.reference.Javadocs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of refusals in the documentation is that of the code. */
class RefusalsPageTest {
  private static final Path MAIN = Path.of("src/main/java/dev/parley/war");

  /** A code that is written where a problem is made, and not in an enum. */
  private static final Pattern LITERAL =
      Pattern.compile("new ProblemDetail\\(\\s*[\\w.()]+,\\s*\"([a-z_]+)\"");

  @Test
  void page_hasTheTablesOfTheCode() {
    GeneratedPartial.check(
        getClass(), "refusals.adoc", problems() + requests() + others() + bridge());
  }

  @Test
  void codeThatIsNoConstant_isOneOfThem() {
    Set<String> listed = new TreeSet<>();
    Stream.of(ProblemCode.values()).map(ProblemCode::wireName).forEach(listed::add);
    Stream.of(McpError.values()).map(McpError::code).forEach(listed::add);
    Stream.of(RequestRefusal.values()).map(RequestRefusal::code).forEach(listed::add);
    Set<String> written = written();
    assertThat(written).isNotEmpty();
    assertThat(listed).containsAll(written);
  }

  private static Set<String> written() {
    try (Stream<Path> files = Files.walk(MAIN)) {
      Set<String> codes = new TreeSet<>();
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher found = LITERAL.matcher(Files.readString(file, StandardCharsets.UTF_8));
        while (found.find()) {
          codes.add(found.group(1));
        }
      }
      return codes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String problems() {
    Map<String, String> meanings =
        Javadocs.of("parley-api/src/main/java/dev/parley/problem/ProblemCode.java").constants();
    List<List<String>> rows =
        Arrays.stream(ProblemCode.values())
            .map(
                code ->
                    row(
                        anchored("refusal", code.wireName()),
                        "" + ProblemDetail.status(code),
                        words(meaning(meanings, code.name())),
                        switch (code.retry()) {
                          case NEVER -> "never";
                          case AFTER_READING_AGAIN -> "after reading again";
                          case LATER -> "later";
                        },
                        words(code.remedy())))
            .toList();
    return section("Of calls")
        + "A tool or a service of the engine refuses with one of these. "
        + "The status is that of the REST operations; a tool call has HTTP status 200 and "
        + "`isError`. Retry says whether the same call may pass: never, after the caller has read "
        + "again, or later.\n\n"
        + table("3,1,4,2,5", "Code|HTTP|Meaning|Retry|What to do", rows);
  }

  private static String requests() {
    List<List<String>> rows =
        Arrays.stream(McpError.values())
            .filter(error -> error != McpError.BATCH)
            .map(
                error ->
                    row(
                        anchored("request", error.code()),
                        "" + error.status(),
                        words(error.sentence()),
                        words(error.remedy())))
            .toList();
    return section("Of requests")
        + "A request is refused with one of these before a tool or an operation is asked: at "
        + "`/mcp` as an error of JSON-RPC, elsewhere as a problem.\n\n"
        + table("3,1,5,5", "Code|HTTP|Message|What to do", rows);
  }

  private static String others() {
    Map<String, String> meanings =
        Javadocs.of("parley-war/src/main/java/dev/parley/war/wire/RequestRefusal.java").constants();
    List<List<String>> rows =
        Arrays.stream(RequestRefusal.values())
            .map(
                refusal ->
                    row(
                        anchored("request", refusal.code()),
                        "" + refusal.status(),
                        words(meaning(meanings, refusal.name())),
                        words(refusal.remedy())))
            .toList();
    return section("Of the page, and of the start of a session")
        + table("3,1,5,5", "Code|HTTP|Meaning|What to do", rows);
  }

  private static String bridge() {
    Map<String, String> meanings =
        Javadocs.of("parley-war/src/main/java/dev/parley/bridge/ServerCallException.java")
            .constants();
    List<List<String>> rows = new ArrayList<>();
    BridgeRefusals.all()
        .forEach(
            (name, refusal) ->
                rows.add(
                    row(
                        code(refusal.getKey()),
                        words(meaning(meanings, name)),
                        words(refusal.getValue()))));
    return section("Of the bridge")
        + "The stdio bridge answers with one of these where the server gave no answer.\n\n"
        + table("3,5,5", "Code|Meaning|What to do", rows);
  }

  private static String meaning(Map<String, String> meanings, String constant) {
    return Objects.requireNonNull(meanings.get(constant), constant);
  }

  private static String anchored(String kind, String name) {
    return "[[" + kind + "-" + name + "]]" + code(name);
  }

  private static String section(String title) {
    return "\n== " + title + "\n\n";
  }
}
