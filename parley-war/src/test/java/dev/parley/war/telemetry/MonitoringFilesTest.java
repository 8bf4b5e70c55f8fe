package dev.parley.war.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard and the alert rules query metrics, labels and tools that there are. */
class MonitoringFilesTest {
  private static final Path FOLDER = Path.of("src/monitoring");
  private static final Pattern SERIES =
      Pattern.compile("\\b((?:parley|jvm|process)_[a-z0-9_]+)(\\{[^}]*\\})?");
  private static final Pattern MATCHER = Pattern.compile("([a-z]+)(?:=~|!~|!=|=)\"([^\"]*)\"");
  private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job", "le");

  @Test
  void dashboard_queriesMetricsThatThereAre() throws IOException {
    JsonNode dashboard =
        new JsonMapper().readTree(Files.readString(FOLDER.resolve("parley-dashboard.json")));
    List<String> queries = new ArrayList<>();
    dashboard.path("panels").forEach(panel -> queries.addAll(panel.findValuesAsString("expr")));
    dashboard
        .path("templating")
        .path("list")
        .forEach(variable -> queries.add(variable.path("query").path("query").asString("")));
    assertThat(queries).hasSizeGreaterThan(30);
    Set<String> shown = new TreeSet<>();
    queries.forEach(query -> shown.addAll(checked(query)));
    assertThat(Arrays.stream(Metric.values()).filter(Metric::isOwn))
        .filteredOn(metric -> metric != Metric.DATABASE_FULL)
        .allSatisfy(metric -> assertThat(shown).containsAnyElementsOf(metric.series()));
    assertThat(ids(dashboard)).doesNotHaveDuplicates();
  }

  private static List<Integer> ids(JsonNode dashboard) {
    List<Integer> ids = new ArrayList<>();
    dashboard.path("panels").forEach(panel -> ids.add(panel.path("id").asInt()));
    return ids;
  }

  @Test
  @SuppressWarnings("unchecked")
  void alerts_queryMetricsThatThereAre() throws IOException {
    Map<String, Object> file =
        (Map<String, Object>)
            new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(FOLDER.resolve("parley-alerts.yml")));
    List<Map<String, Object>> groups = (List<Map<String, Object>>) file.get("groups");
    List<Map<String, Object>> rules = (List<Map<String, Object>>) groups.get(0).get("rules");
    assertThat(rules).hasSizeGreaterThan(10);
    for (Map<String, Object> rule : rules) {
      String expression = (String) rule.get("expr");
      assertThat(expression.startsWith("up{") || !checked(expression).isEmpty())
          .as("%s", rule.get("alert"))
          .isTrue();
      assertThat((Map<String, Object>) rule.get("labels")).containsKey("severity");
      assertThat((Map<String, Object>) rule.get("annotations"))
          .containsKeys("summary", "description");
    }
  }

  /** Returns the series of a query, each of which is in the table, with its labels. */
  private static Set<String> checked(String query) {
    Set<String> found = new TreeSet<>();
    Matcher series = SERIES.matcher(query);
    while (series.find()) {
      String name = series.group(1);
      Metric metric = Metric.ofSeries(name).orElse(null);
      assertThat(metric).as("%s in %s", name, query).isNotNull();
      found.add(name);
      if (series.group(2) != null) {
        Matcher label = MATCHER.matcher(series.group(2));
        while (label.find()) {
          assertThat(
                  OF_PROMETHEUS.contains(label.group(1))
                      || metric.dimensions().stream()
                          .anyMatch(dimension -> dimension.label().equals(label.group(1))))
              .as("the label %s of %s", label.group(1), name)
              .isTrue();
        }
      }
    }
    return found;
  }
}
