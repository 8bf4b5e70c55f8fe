package dev.parley.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The manifests by the schemas of Kubernetes: the models of its Java client, which name unknown
 * fields, absent ones and wrong types.
 */
class KubernetesManifestsTest {
  private static final Path ROOT = Path.of("src/kubernetes");

  /** A check by the schema of a kind. */
  @FunctionalInterface
  private interface Schema {
    void check(JsonElement object) throws IOException;
  }

  private static final Map<String, Schema> SCHEMAS =
      Map.of(
          "networking.k8s.io/v1/NetworkPolicy", V1NetworkPolicy::validateJsonElement,
          "policy/v1/PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement,
          "v1/Service", V1Service::validateJsonElement,
          "v1/ServiceAccount", V1ServiceAccount::validateJsonElement,
          "apps/v1/StatefulSet", V1StatefulSet::validateJsonElement);

  static List<Path> manifests() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.endsWith("kustomization.yaml"))
          .sorted()
          .toList();
    }
  }

  private static List<JsonObject> objects(Path file) throws IOException {
    List<JsonObject> objects = new ArrayList<>();
    for (Object document :
        new Load(LoadSettings.builder().setLabel(file.toString()).build())
            .loadAllFromString(Files.readString(file))) {
      objects.add(new Gson().toJsonTree(document).getAsJsonObject());
    }
    return objects;
  }

  private static void check(JsonObject object) throws IOException {
    String kind = object.get("apiVersion").getAsString() + "/" + object.get("kind").getAsString();
    assertThat(SCHEMAS).as("the schema of this kind is not checked").containsKey(kind);
    SCHEMAS.get(kind).check(object);
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void manifest_isValid(Path file) throws IOException {
    List<JsonObject> objects = objects(file);
    assertThat(objects).isNotEmpty();
    for (JsonObject object : objects) {
      check(object);
    }
  }

  /** A schema that finds nothing would let every manifest pass. */
  @Test
  void schema_findsMistakes() throws IOException {
    JsonObject misspelled = statefulSet("one-node");
    container(misspelled).getAsJsonObject("securityContext").addProperty("runAsNonRoots", true);
    assertThatThrownBy(() -> check(misspelled)).hasMessageContaining("runAsNonRoots");
    JsonObject incomplete = statefulSet("one-node");
    container(incomplete).remove("name");
    assertThatThrownBy(() -> check(incomplete)).hasMessageContaining("name");
    JsonObject mistyped = statefulSet("one-node");
    container(mistyped).addProperty("args", "serve");
    assertThatThrownBy(() -> check(mistyped)).hasMessageContaining("args");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one-node", "nodes"})
  void kustomization_hasEachFileBesideIt(String folder) throws IOException {
    JsonObject kustomization = objects(ROOT.resolve(folder).resolve("kustomization.yaml")).get(0);
    Set<String> named = new TreeSet<>();
    kustomization.getAsJsonArray("resources").forEach(name -> named.add(name.getAsString()));
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> !name.equals("kustomization.yaml"))
                  .collect(Collectors.toSet()))
          .isEqualTo(named);
    }
  }

  /** The restricted standard of Kubernetes for pods, and a file system that cannot be written. */
  @ParameterizedTest
  @ValueSource(strings = {"one-node", "nodes"})
  void pod_isRestricted(String folder) throws IOException {
    JsonObject pod = pod(statefulSet(folder));
    JsonObject ofThePod = pod.getAsJsonObject("securityContext");
    assertThat(ofThePod.get("runAsNonRoot").getAsBoolean()).isTrue();
    assertThat(ofThePod.get("runAsUser").getAsInt()).isPositive();
    assertThat(ofThePod.getAsJsonObject("seccompProfile").get("type").getAsString())
        .isEqualTo("RuntimeDefault");
    assertThat(pod.get("automountServiceAccountToken").getAsBoolean()).isFalse();
    JsonObject container = container(statefulSet(folder));
    JsonObject security = container.getAsJsonObject("securityContext");
    assertThat(security.get("allowPrivilegeEscalation").getAsBoolean()).isFalse();
    assertThat(security.get("readOnlyRootFilesystem").getAsBoolean()).isTrue();
    assertThat(security.getAsJsonObject("capabilities").getAsJsonArray("drop").toString())
        .isEqualTo("[\"ALL\"]");
    assertThat(container.getAsJsonObject("resources").keySet()).contains("requests", "limits");
    assertThat(container.keySet()).contains("startupProbe", "readinessProbe", "livenessProbe");
  }

  private static JsonObject statefulSet(String folder) throws IOException {
    return objects(ROOT.resolve(folder).resolve("stateful-set.yaml")).get(0);
  }

  private static JsonObject pod(JsonObject set) {
    return set.getAsJsonObject("spec").getAsJsonObject("template").getAsJsonObject("spec");
  }

  private static JsonObject container(JsonObject set) {
    return pod(set).getAsJsonArray("containers").get(0).getAsJsonObject();
  }
}
