package dev.parley.war;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The rules for names, packages and constants of all modules: the API and the engine are on the
 * class path here. Each rule has been seen red once.
 */
@AnalyzeClasses(packages = "dev.parley", importOptions = ImportOption.DoNotIncludeTests.class)
class NamesTest {
  /** Without it, a class path that lost a module would satisfy every rule. */
  @ArchTest
  static void everyModule_isAnalyzed(JavaClasses all) {
    assertThat(
            Stream.of("dev.parley.room", "dev.parley.engine.room", "dev.parley.bridge")
                .filter(name -> !all.containPackage(name)))
        .isEmpty();
  }

  @ArchTest
  static final ArchRule names_sayWhatIsDifferent =
      noClasses()
          .should()
          .haveNameMatching(".*\\.(Default\\w*|\\w+(Impl|Utils?|Helper|Manager))")
          .orShould()
          .resideInAnyPackage("..util..", "..common..", "..helper..", "..manager..", "..misc..");

  @ArchTest
  static final ArchRule limits_areMaxMinOrDefault =
      noFields()
          .that()
          .areStatic()
          .and()
          .areFinal()
          .should()
          .haveNameMatching("(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|USUAL)_.*");

  @ArchTest
  static final ArchRule types_areNamedByTheGlossary =
      noClasses()
          .that()
          .areTopLevelClasses()
          .should()
          .haveNameMatching(
              ".*\\.\\w*(Kept|Held|Passing|Sitting|Given|Spoken|Hearing|Carrier|Hub|Bus|Seat)"
                  + "([A-Z0-9]\\w*|s)?");

  @ArchTest
  static final ArchRule packages_areNullMarked =
      classes()
          .should(
              ArchCondition.from(
                  describe(
                      "be in a null-marked package",
                      (JavaClass type) -> type.getPackage().isAnnotatedWith(NullMarked.class))));
}
