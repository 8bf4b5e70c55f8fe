package dev.parley.war.conformance;

import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** The resources: a text, a picture, one to subscribe to, and a family of them. */
final class FixtureResources {
  private FixtureResources() {}

  static List<AsyncResourceSpecification> all() {
    return List.of(
        resource(
            "test://static-text",
            "A text",
            Samples.PLAIN,
            uri -> text(uri, Samples.PLAIN, "The text never changes.")),
        resource(
            "test://static-binary",
            "A picture",
            Samples.PNG,
            uri -> BlobResourceContents.builder(uri, Samples.png()).mimeType(Samples.PNG).build()),
        resource(
            "test://watched-resource",
            "A text to subscribe to",
            Samples.PLAIN,
            uri -> text(uri, Samples.PLAIN, "The text could change.")));
  }

  static List<AsyncResourceTemplateSpecification> templates() {
    return List.of(
        new AsyncResourceTemplateSpecification(
            ResourceTemplate.builder("test://template/{id}/data", "An entry by its number")
                .description("One entry of a family.")
                .mimeType("application/json")
                .build(),
            (exchange, request) -> {
              String uri = request.uri();
              String id = uri.substring("test://template/".length(), uri.lastIndexOf('/'));
              return read(text(uri, "application/json", "{\"id\":\"" + id + "\"}"));
            }));
  }

  private static AsyncResourceSpecification resource(
      String uri, String name, String type, Function<String, ResourceContents> contents) {
    return new AsyncResourceSpecification(
        Resource.builder(uri, name).description(name + ", for tests.").mimeType(type).build(),
        (exchange, request) -> read(contents.apply(request.uri())));
  }

  private static ResourceContents text(String uri, String type, String text) {
    return TextResourceContents.builder(uri, text).mimeType(type).build();
  }

  private static Mono<ReadResourceResult> read(ResourceContents contents) {
    return Mono.just(ReadResourceResult.builder(List.of(contents)).build());
  }
}
