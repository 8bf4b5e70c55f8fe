package dev.parley.engine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of the architecture page. Each rule has been seen red once. */
@AnalyzeClasses(
    packages = "dev.parley",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoContractSuites.class})
class ArchitectureTest {

  /** The contract suites come in a jar of tests, which is no folder of tests. */
  static final class NoContractSuites implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String[] API = {
    "dev.parley",
    "dev.parley.agent..",
    "dev.parley.artifact..",
    "dev.parley.audit..",
    "dev.parley.credential..",
    "dev.parley.event..",
    "dev.parley.id..",
    "dev.parley.memory..",
    "dev.parley.message..",
    "dev.parley.oauth..",
    "dev.parley.page..",
    "dev.parley.permission..",
    "dev.parley.presence..",
    "dev.parley.problem..",
    "dev.parley.room..",
    "dev.parley.session..",
    "dev.parley.spi..",
    "dev.parley.task..",
    "dev.parley.team..",
    "dev.parley.waiting.."
  };

  @ArchTest
  static final ArchRule api_standsOnJavaAlone =
      classes()
          .that()
          .resideInAnyPackage(API)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(API).or(resideInAnyPackage("java..", "org.jspecify..")));

  @ArchTest
  static final ArchRule engine_knowsNoWireAndNoContainer =
      noClasses()
          .that()
          .resideInAPackage("dev.parley.engine..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.net.http..",
              "com.sun.net.httpserver..",
              "jakarta.servlet..",
              "jakarta.ws.rs..",
              "jakarta.json..",
              "jakarta.enterprise..",
              "jakarta.inject..",
              "jakarta.ejb..",
              "com.fasterxml..",
              "tools.jackson..",
              "io.modelcontextprotocol..",
              "dev.parley.war..");

  @ArchTest
  static final ArchRule persistence_aloneKnowsProvidersAndProducts =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.parley.engine.persistence..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..",
              "org.eclipse.persistence..",
              "org.hibernate..",
              "org.flywaydb..",
              "com.zaxxer..",
              "org.h2..",
              "org.postgresql..");

  @ArchTest
  static final ArchRule redisBackend_aloneKnowsItsDriver =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.parley.engine.backend.redis..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("redis.clients..");

  @ArchTest
  static final ArchRule topicsAndBackends_knowNoRows =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.parley.engine.topic..",
              "dev.parley.engine.presence..",
              "dev.parley.engine.search..",
              "dev.parley.engine.backend.memory..",
              "dev.parley.engine.backend.nats..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "jakarta.persistence..", "javax.sql..", "dev.parley.engine.persistence..");

  @ArchTest
  static final ArchRule natsBackend_aloneKnowsItsDriver =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.parley.engine.backend.nats..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.nats..");

  /** So that no write is acknowledged before it is as durable as was asked for. */
  @ArchTest
  static final ArchRule transactions_aloneCommit =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.parley.engine.persistence.Transactions")
          .should()
          .callMethodWhere(
              target(name("commit"))
                  .and(target(owner(assignableTo("jakarta.persistence.EntityTransaction")))));

  /** A stream is an open cursor with some providers, which ends with its transaction. */
  @ArchTest
  static final ArchRule results_areReadAsLists =
      noClasses()
          .should()
          .callMethodWhere(
              target(name("getResultStream"))
                  .and(target(owner(assignableTo("jakarta.persistence.Query")))));

  /** The door itself, {@link dev.parley.Parley}, may know all of them; none of them knows it. */
  @ArchTest
  static final ArchRule apiPackages_haveNoCycles =
      slices()
          .matching("dev.parley.(*)")
          .that(
              describe(
                  "are of the API",
                  slice -> !slice.getDescription().matches(".*\\b(engine|war|examples)\\b.*")))
          .should()
          .beFreeOfCycles();

  @ArchTest
  static final ArchRule apiPackages_doNotKnowTheirDoor =
      noClasses()
          .that()
          .resideInAnyPackage(API)
          .and()
          .resideOutsideOfPackage("dev.parley")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.parley");

  @ArchTest
  static final ArchRule enginePackages_haveNoCycles =
      slices().matching("dev.parley.engine.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule rows_stayInTheirPackage =
      classes().that().areAnnotatedWith("jakarta.persistence.Entity").should().bePackagePrivate();

  @ArchTest
  static final ArchRule time_isAskedOfASource =
      noClasses()
          .should()
          .callMethod("java.time.Instant", "now")
          .orShould()
          .callMethod("java.lang.System", "currentTimeMillis");
}
