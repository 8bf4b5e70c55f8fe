package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The files a browser reads to open the page: it is told of each at once, and they are small. */
class PageFilesIT {
  private static final String FOLDER = "assets/";
  private static final String INDEX = "index.html";

  /** The bytes that the first view may take on the wire. */
  private static final int MAX_BYTES = 260_000;

  private static final Pattern IMPORT =
      Pattern.compile("(?:\\bfrom|^import)\\s*[\"'](\\.[^\"']+)[\"']", Pattern.MULTILINE);
  private static final Pattern PRELOAD = Pattern.compile("rel=\"modulepreload\" href=\"([^\"]+)\"");
  private static final Pattern NAMED =
      Pattern.compile("(?:href|src)=\"(assets/[^\"]+|favicon.svg)\"");
  private static final Pattern VIEW = Pattern.compile("\\[\"[^\"]+\", \"(\\w+)\"\\]");

  private static final Map<String, byte[]> FILES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    try (JarFile war = new JarFile(System.getProperty("parley.war"))) {
      for (var entry : war.stream().filter(file -> isOfPage(file.getName())).toList()) {
        try (InputStream in = war.getInputStream(entry)) {
          FILES.put(entry.getName(), in.readAllBytes());
        }
      }
    }
  }

  private static boolean isOfPage(String name) {
    return name.startsWith(FOLDER) || name.equals(INDEX) || name.equals("favicon.svg");
  }

  @Test
  void index_namesEachModuleThatEveryViewNeeds() {
    Set<String> needed = withImports("assets/main.js", "assets/first-view.js");
    needed.removeAll(Set.of("assets/main.js", "assets/first-view.js"));
    assertThat(found(PRELOAD, INDEX)).containsExactlyInAnyOrderElementsOf(needed);
  }

  @Test
  void views_areThoseOfTheAddresses() {
    Set<String> views = new TreeSet<>(found(VIEW, "assets/router.js"));
    assertThat(views).hasSizeGreaterThan(15).allSatisfy(this::isView);
    String names = text("assets/views.js");
    assertThat(views).allMatch(name -> names.contains('"' + name + '"'));
  }

  private void isView(String name) {
    assertThat(FILES).containsKey(path(name));
  }

  @Test
  void firstView_ofAnyKind_takesFewBytes() throws IOException {
    Set<String> everyView = new TreeSet<>(found(NAMED, INDEX));
    everyView.add(INDEX);
    Map<String, Integer> sizes = new TreeMap<>();
    for (String view : new TreeSet<>(found(VIEW, "assets/router.js"))) {
      Set<String> files = withImports(path(view));
      files.addAll(everyView);
      sizes.put(view, bytes(files));
    }
    System.out.println("figure: bytes of a first view, gzip: " + sizes);
    assertThat(sizes.values()).allMatch(size -> size > 50_000 && size <= MAX_BYTES);
  }

  private static String path(String view) {
    return FOLDER + "views/" + view + ".js";
  }

  private static int bytes(Set<String> files) throws IOException {
    int sum = 0;
    for (String file : files) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
        out.write(FILES.get(file));
      }
      sum += packed.size();
    }
    return sum;
  }

  /** Returns these modules and all they import, directly or not, other than when they run. */
  private static Set<String> withImports(String... modules) {
    Set<String> all = new TreeSet<>();
    Deque<String> left = new ArrayDeque<>(List.of(modules));
    while (!left.isEmpty()) {
      String module = left.pop();
      if (all.add(module)) {
        assertThat(FILES).containsKey(module);
        found(IMPORT, module).stream()
            .map(address -> URI.create(module).resolve(address).toString())
            .forEach(left::push);
      }
    }
    return all;
  }

  private static List<String> found(Pattern pattern, String file) {
    Stream<MatchResult> results = pattern.matcher(text(file)).results();
    return results.map(result -> result.group(1)).collect(Collectors.toList());
  }

  private static String text(String file) {
    return new String(FILES.get(file), StandardCharsets.UTF_8);
  }
}
