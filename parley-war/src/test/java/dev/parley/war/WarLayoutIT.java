package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One file for application servers and for {@code java -jar}: what lies where in it. */
class WarLayoutIT {
  private static Set<String> names = Set.of();
  private static Attributes manifest = new Attributes();
  private static String notices = "";
  private static String bom = "";

  @BeforeAll
  static void read() throws IOException {
    try (JarFile war = new JarFile(System.getProperty("parley.war"))) {
      names =
          war.stream()
              .filter(entry -> !entry.isDirectory())
              .map(entry -> entry.getName())
              .collect(Collectors.toCollection(TreeSet::new));
      manifest = war.getManifest().getMainAttributes();
      notices = text(war, "META-INF/THIRD-PARTY.txt");
      bom = text(war, "META-INF/sbom/bom.json");
    }
  }

  @Test
  void launcher_liesAtTheRootAndOnlyThere() {
    assertThat(manifest.getValue("Main-Class")).isEqualTo("dev.parley.launch.Launcher");
    assertThat(names)
        .contains(
            "dev/parley/launch/Launcher.class",
            "dev/parley/bridge/offline-answers.json",
            "dev/parley/server/Serve.class",
            "dev/parley/service/ServiceMain.class",
            "dev/parley/setup/SetupMain.class",
            "dev/parley/token/TokenMain.class",
            "dev/parley/spelling/Spelling.class",
            "WEB-INF/classes/dev/parley/spelling/Spelling.class",
            "dev/parley/trust/TokenFile.class",
            "WEB-INF/classes/dev/parley/trust/TokenFile.class",
            "WEB-INF/plugin/.claude-plugin/plugin.json",
            "WEB-INF/plugin/bin/parley-mcp.sh",
            "WEB-INF/web.xml",
            "WEB-INF/glassfish-web.xml",
            "WEB-INF/classes/dev/parley/war/ParleyContextListener.class")
        .noneMatch(name -> isOfRoot(name.replaceFirst("^WEB-INF/classes/", "/")));
    assertThat(names)
        .filteredOn(name -> name.startsWith("dev/"))
        .allMatch(
            name ->
                isOfRoot("/" + name)
                    || name.startsWith("dev/parley/spelling/")
                    || name.startsWith("dev/parley/trust/")
                    || name.equals("dev/parley/war/version.properties"));
  }

  private static boolean isOfRoot(String path) {
    return path.matches("/dev/parley/(launch|bridge|doctor|server|service|setup|token)/.*");
  }

  @Test
  void webInfLib_holdsNothingAnApplicationServerBrings() {
    assertThat(libraries("WEB-INF/lib/"))
        .anyMatch(name -> name.startsWith("parley-engine-"))
        .anyMatch(name -> name.startsWith("parley-api-"))
        .anyMatch(name -> name.startsWith("h2-"))
        .anyMatch(name -> name.startsWith("nimbus-jose-jwt-"))
        .anyMatch(name -> name.startsWith("oauth2-oidc-sdk-"))
        .noneMatch(
            name ->
                name.matches(
                    "(jetty|jersey|hk2|jakarta\\.(servlet|ws|inject|annotation|enterprise|validation)"
                        + "|picocli|microprofile|weld|junit|assertj|archunit)[-.].*"));
  }

  /** Jackson 3 shares its annotations, and nothing else, with Jackson 2. */
  @Test
  void webInfLib_holdsNoJackson2() {
    assertThat(libraries("WEB-INF/lib/"))
        .anyMatch(name -> name.startsWith("jackson-databind-3."))
        .noneMatch(
            name -> name.matches("jackson-(core|databind|dataformat|datatype|module).*-2\\..*"));
  }

  @Test
  void libEmbedded_holdsTheServer() {
    assertThat(libraries("WEB-INF/lib-embedded/"))
        .anyMatch(name -> name.startsWith("jetty-ee10-servlet-"))
        .anyMatch(name -> name.startsWith("jersey-container-servlet-"))
        .anyMatch(name -> name.startsWith("picocli-"))
        .noneMatch(name -> name.matches("(parley|h2|HikariCP|flyway|mcp|jackson|reactor)-.*"));
  }

  @Test
  void file_holdsNoPersistenceXmlAndNoTests() {
    assertThat(names)
        .noneMatch(name -> name.endsWith("persistence.xml"))
        .noneMatch(name -> name.matches(".*(Test|IT|Contract)(\\$.*)?\\.class"));
  }

  /** A server serves nothing below {@code WEB-INF}, so the files of the plugin are no pages. */
  @Test
  void plugin_liesBelowWebInf_asAWhole() throws IOException {
    Path plugin = Path.of("src/plugin");
    try (Stream<Path> files = Files.walk(plugin)) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> plugin.relativize(file).toString().replace('\\', '/')))
          .contains(".claude-plugin/plugin.json", ".mcp.json", "bin/hook.sh")
          .allMatch(file -> names.contains("WEB-INF/plugin/" + file));
    }
    assertThat(names)
        .noneMatch(
            name ->
                !name.startsWith("WEB-INF/")
                    && name.matches(".*(SKILL\\.md|hooks\\.json|plugin\\.json|\\.sh)"));
  }

  /** A library stands in both lists as {@code name:version} or {@code name@version}. */
  @Test
  void everyLibrary_isInTheNoticesAndInTheBillOfMaterials() {
    Set<String> shipped = new TreeSet<>(libraries("WEB-INF/lib/"));
    shipped.addAll(libraries("WEB-INF/lib-embedded/"));
    shipped.removeIf(name -> name.startsWith("parley-"));
    assertThat(shipped)
        .hasSizeGreaterThan(60)
        .allSatisfy(
            jar -> {
              String name = jar.replaceFirst("-\\d.*", "");
              String version = jar.substring(name.length() + 1, jar.length() - ".jar".length());
              assertThat(notices).contains(":" + name + ":" + version + " ");
              assertThat(bom).contains("/" + name + "@" + version + "?type=jar");
            });
    assertThat(Set.of("lit-html", "marked", "dompurify", "dagre", "highlightjs", "mermaid"))
        .allSatisfy(
            name -> {
              assertThat(notices).contains(":" + name + ":");
              assertThat(bom).contains("/" + name + "@");
            });
    assertThat(names)
        .contains(
            "META-INF/LICENSE",
            "assets/lib/dagre.LICENSE",
            "assets/lib/highlight.LICENSE",
            "assets/lib/mermaid.LICENSE",
            "assets/lib/purify.LICENSE",
            "assets/lib/lit-html/LICENSE");
  }

  private static String text(JarFile war, String name) throws IOException {
    JarEntry entry = war.getJarEntry(name);
    assertThat(entry).as("%s, which Maven makes only when it is online", name).isNotNull();
    try (InputStream content = war.getInputStream(entry)) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Set<String> libraries(String folder) {
    return names.stream()
        .filter(name -> name.startsWith(folder))
        .map(name -> name.substring(folder.length()))
        .collect(Collectors.toSet());
  }
}
