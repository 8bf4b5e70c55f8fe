package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The project files of what is published say what Maven Central and other builds ask for. */
class PublishedPomsTest {
  private static final Path ROOT = Path.of(System.getProperty("user.dir")).getParent();
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  private static Document pom(String module) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(ROOT.resolve(module).resolve("pom.xml").toFile());
  }

  private static List<String> texts(Document pom, String path) throws Exception {
    NodeList found = (NodeList) XPATH.evaluate(path, pom, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent().strip());
    }
    return texts;
  }

  /** The value of a module, or the one that it inherits. */
  @Test
  void parent_hasWhatCentralAsksFor() throws Exception {
    Document parent = pom("");
    for (String path :
        List.of(
            "/project/name",
            "/project/description",
            "/project/url",
            "/project/licenses/license/name",
            "/project/licenses/license/url",
            "/project/developers/developer/name",
            "/project/scm/connection",
            "/project/scm/developerConnection",
            "/project/scm/url")) {
      assertThat(texts(parent, path)).as(path).hasSize(1).doesNotContain("");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"parley-api", "parley-api/bom", "parley-engine", "parley-chat", "parley-war"})
  void module_hasANameAndADescription(String module) throws Exception {
    assertThat(texts(pom(module), "/project/name")).hasSize(1).doesNotContain("");
    assertThat(texts(pom(module), "/project/description")).hasSize(1).doesNotContain("");
  }

  @Test
  void bom_hasEveryModuleThatIsPublished() throws Exception {
    List<String> published = new ArrayList<>();
    for (String module : texts(pom(""), "/project/modules/module")) {
      boolean deployed = texts(pom(module), "/project/properties/maven.deploy.skip").isEmpty();
      if (deployed && !module.equals("parley-api/bom")) {
        published.addAll(texts(pom(module), "/project/artifactId"));
      }
    }
    assertThat(published).contains("parley-api", "parley-engine", "parley-chat", "parley-war");
    assertThat(texts(pom("parley-api/bom"), "//dependencyManagement//artifactId").stream())
        .containsOnly(published.toArray(String[]::new));
    assertThat(texts(pom("parley-api/bom"), "//dependencyManagement//dependency/version"))
        .containsOnly("${project.version}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"api", "engine", "chat"})
  void jar_hasTheNameOfAModule(String module) throws Exception {
    assertThat(
            texts(
                pom("parley-" + module),
                "//plugin[artifactId='maven-jar-plugin']/configuration//Automatic-Module-Name"))
        .containsExactly("dev.parley." + module);
  }

  /** A program that uses one of them names it itself; H2 is the default. */
  @Test
  void driversOfTheEngine_butH2_areOptional() throws Exception {
    String driver = "/project/dependencies/dependency[artifactId='%s']/optional";
    for (String name :
        List.of("postgresql", "flyway-database-postgresql", "flyway-mysql", "jedis", "jnats")) {
      assertThat(texts(pom("parley-engine"), driver.formatted(name)))
          .as(name)
          .containsExactly("true");
    }
    assertThat(texts(pom("parley-engine"), driver.formatted("h2"))).isEmpty();
  }

  /** Two modules with one package could not both be read by a program that is a module. */
  @Test
  void packages_areEachInOneModule() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String module : List.of("parley-api", "parley-engine", "parley-chat")) {
      Path sources = ROOT.resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        files
            .filter(file -> file.endsWith("package-info.java"))
            .map(file -> sources.relativize(file.getParent()))
            .forEach(folders::add);
      }
    }
    assertThat(folders).doesNotHaveDuplicates().hasSizeGreaterThan(20);
  }
}
