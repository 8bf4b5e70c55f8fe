package dev.parley.war;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.engine.id.Sha256;
import dev.parley.engine.logging.LogEvent;
import dev.parley.engine.logging.Masking;

/** Who may know whom in the WAR. Each rule has been seen red once. */
@AnalyzeClasses(
    packages = {
      "dev.parley.war",
      "dev.parley.launch",
      "dev.parley.bridge",
      "dev.parley.doctor",
      "dev.parley.server",
      "dev.parley.service",
      "dev.parley.setup",
      "dev.parley.spelling",
      "dev.parley.token",
      "dev.parley.trust"
    },
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] ROOT_OF_THE_WAR = {
    "dev.parley.launch..",
    "dev.parley.bridge..",
    "dev.parley.doctor..",
    "dev.parley.server..",
    "dev.parley.service..",
    "dev.parley.setup..",
    "dev.parley.token.."
  };
  private static final String[] WIRE = {
    "jakarta.servlet..", "jakarta.ws.rs..", "tools.jackson..", "java.net.http.."
  };

  @ArchTest
  static final ArchRule whatRunsWithoutAServer_standsOnTheJdkAlone =
      classes()
          .that()
          .resideInAnyPackage(
              "dev.parley.launch..",
              "dev.parley.bridge..",
              "dev.parley.doctor..",
              "dev.parley.service..",
              "dev.parley.setup..",
              "dev.parley.spelling..",
              "dev.parley.token..",
              "dev.parley.trust..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax.net.ssl..",
              "javax.crypto..",
              "org.jspecify..",
              "dev.parley.launch..",
              "dev.parley.bridge..",
              "dev.parley.doctor..",
              "dev.parley.service..",
              "dev.parley.setup..",
              "dev.parley.spelling..",
              "dev.parley.token..",
              "dev.parley.trust..");

  /** It lies below {@code WEB-INF} too, where the command line is not. */
  @ArchTest
  static final ArchRule trust_knowsNothingOfParley =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.trust..")
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAnyPackage("dev.parley..")
                  .and(not(resideInAPackage("dev.parley.trust.."))));

  @ArchTest
  static final ArchRule spelling_knowsNothingOfParley =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.spelling..")
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAnyPackage("dev.parley..")
                  .and(not(resideInAPackage("dev.parley.spelling.."))));

  /** A server without it loads no other class that names it. */
  @ArchTest
  static final ArchRule microProfile_isNamedByOneClass =
      noClasses()
          .that()
          .doNotHaveSimpleName("MicroProfileSettings")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.eclipse.microprofile..");

  /** It would take more than twice as long to start. */
  @ArchTest
  static final ArchRule bridge_knowsNeitherItsLauncherNorTheNewHttpClient =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.bridge..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.parley.launch..",
              "dev.parley.doctor..",
              "dev.parley.server..",
              "dev.parley.token..",
              "java.net.http..");

  @ArchTest
  static final ArchRule embeddedServer_knowsNothingOfWhatItServes =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT_OF_THE_WAR)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.parley.war..");

  @ArchTest
  static final ArchRule webApplication_knowsNothingOfWhatStartsIt =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.war..")
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAnyPackage(ROOT_OF_THE_WAR)
                  .or(
                      JavaClass.Predicates.resideInAnyPackage(
                          "org.eclipse.jetty..", "org.glassfish..")));

  /** The root package is one of them: it wires the others, and none of them sees it. */
  @ArchTest
  static final ArchRule warPackages_haveNoCycles =
      slices().matching("dev.parley.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule launcherBridgeServerAndWar_haveNoCycles =
      slices().matching("dev.parley.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule tools_knowNoTransport =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.war.tool..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(WIRE)
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.parley.war",
              "dev.parley.war.http..",
              "dev.parley.war.mcp..",
              "dev.parley.war.auth..",
              "dev.parley.war.login..",
              "dev.parley.war.feed..",
              "dev.parley.war.view..",
              "dev.parley.war.rest..");

  @ArchTest
  static final ArchRule doorkeeper_knowsNoToolAndNoRoom =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.war.auth..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.parley",
              "dev.parley.room..",
              "dev.parley.war.tool..",
              "dev.parley.war.login..",
              "dev.parley.war.feed..",
              "dev.parley.war.view..",
              "dev.parley.war.rest..");

  /** A token of an issuer becomes rights, which are all that the others see of it. */
  @ArchTest
  static final ArchRule issuer_knowsNoToolAndNoTransport =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.war.oidc..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.parley",
              "dev.parley.room..",
              "dev.parley.war",
              "dev.parley.war.tool..",
              "dev.parley.war.auth..",
              "dev.parley.war.mcp..",
              "dev.parley.war.login..",
              "dev.parley.war.feed..",
              "dev.parley.war.view..",
              "dev.parley.war.rest..");

  @ArchTest
  static final ArchRule signatures_areCheckedInOnePackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.parley.war.oidc..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.nimbusds.jose..", "com.nimbusds.jwt..");

  @ArchTest
  static final ArchRule requestsForTokens_areParsedInOnePackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.parley.war.oauth..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.nimbusds.oauth2..");

  /** A client becomes a credential, which is all that the others see of it. */
  @ArchTest
  static final ArchRule authorizationServer_knowsNoToolAndNoTransport =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.war.oauth..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.parley",
              "dev.parley.room..",
              "dev.parley.war",
              "dev.parley.war.tool..",
              "dev.parley.war.mcp..",
              "dev.parley.war.oidc..",
              "dev.parley.war.feed..",
              "dev.parley.war.view..",
              "dev.parley.war.rest..");

  @ArchTest
  static final ArchRule wake_knowsNoToolAndNoTransport =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.war.wake..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(WIRE)
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.parley.war",
              "dev.parley.war.tool..",
              "dev.parley.war.http..",
              "dev.parley.war.mcp..",
              "dev.parley.war.auth..",
              "dev.parley.war.oidc..",
              "dev.parley.war.login..",
              "dev.parley.war.feed..",
              "dev.parley.war.view..",
              "dev.parley.war.rest..");

  @ArchTest
  static final ArchRule transport_knowsNoToolAndNoDoorkeeper =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.war.mcp..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.parley.war.tool..",
              "dev.parley.war.auth..",
              "dev.parley.war.oidc..",
              "dev.parley.war.login..",
              "dev.parley.war.feed..",
              "dev.parley.war.view..",
              "dev.parley.war.rest..");

  /** What people do is not a tool, and goes over no MCP session. */
  @ArchTest
  static final ArchRule page_knowsNoToolAndNoTransport =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.parley.war.rest..",
              "dev.parley.war.feed..",
              "dev.parley.war.login..",
              "dev.parley.war.view..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.parley.war.tool..", "dev.parley.war.mcp..", "io.modelcontextprotocol..");

  @ArchTest
  static final ArchRule wire_knowsNothingThatUsesIt =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.war.wire..")
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAnyPackage("dev.parley..")
                  .and(
                      not(
                          JavaClass.Predicates.resideInAnyPackage(
                              "dev.parley.war.wire..",
                              "dev.parley.war.grant..",
                              "dev.parley.problem..",
                              "dev.parley.agent.."))));

  /**
   * Only the root package wires the server, so only it names the engine. Every log needs the
   * masking and the names of events, every cache its bound, and every token its digest.
   */
  @ArchTest
  static final ArchRule wiring_aloneKnowsTheEngine =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.parley.war")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.parley.engine..")
                  .and(
                      not(
                          belongToAnyOf(
                              BoundedMap.class, LogEvent.class, Masking.class, Sha256.class))));

  @ArchTest
  static final ArchRule wiring_isByHand =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.enterprise..", "jakarta.inject..", "jakarta.ejb..");
}
