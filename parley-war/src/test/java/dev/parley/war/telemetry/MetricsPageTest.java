package dev.parley.war.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The table of metrics in the documentation is that of the code. Where that changed, {@code
 * -Dparley.metrics.adoc=../site/modules/ROOT/partials/metrics.adoc} lets this test write it anew,
 * for the next run to compare.
 */
class MetricsPageTest {
  private static final Path PAGE = Path.of("../site/modules/ROOT/partials/metrics.adoc");

  @BeforeAll
  static void writeWhereAsked() throws IOException {
    String file = System.getProperty("parley.metrics.adoc");
    if (file != null) {
      Files.writeString(Path.of(file), text(), UTF_8);
    }
  }

  @Test
  void page_hasTheTableOfTheCode() throws IOException {
    assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(text());
  }

  @Test
  void names_areThoseOfPrometheus_andStandForOneMetric() {
    List<String> names =
        Arrays.stream(Metric.values()).flatMap(metric -> metric.series().stream()).toList();
    assertThat(names)
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(name).matches("[a-z][a-z0-9_]*[a-z0-9]"));
    assertThat(Arrays.stream(Metric.values()))
        .allSatisfy(
            metric -> {
              assertThat(metric.help()).endsWith(".").doesNotContain("\n");
              assertThat(metric.base()).doesNotEndWith("_total");
            });
  }

  private static String text() {
    return "// Written by MetricsPageTest; see CONTRIBUTING.md.\n"
        + table("Of Parley", true)
        + table("Of the process", false);
  }

  private static String table(String title, boolean own) {
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.isOwn() == own)
        .map(MetricsPageTest::row)
        .collect(
            Collectors.joining(
                "",
                "\n."
                    + title
                    + "\n[cols=\"4,1,3,5\",options=\"header\"]\n|===\n"
                    + "|Metric |Type |Labels |Meaning\n\n",
                "|===\n"));
  }

  private static String row(Metric metric) {
    String shown =
        metric.type() == Metric.Type.HISTOGRAM || metric.type() == Metric.Type.SUMMARY
            ? metric.base()
            : metric.series().get(0);
    String labels =
        metric.dimensions().stream()
            .map(dimension -> "`" + dimension.label() + "`: " + dimension.values())
            .collect(Collectors.joining(" +\n"));
    return "|[[metric-"
        + metric.base()
        + "]]`"
        + shown
        + "`\n|"
        + metric.type().name().toLowerCase(Locale.ROOT)
        + "\n|"
        + labels
        + "\n|"
        + metric.help()
        + "\n\n";
  }
}
