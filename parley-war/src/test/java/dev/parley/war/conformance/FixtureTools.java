package dev.parley.war.conformance;

import static dev.parley.war.conformance.Samples.json;
import static dev.parley.war.conformance.Samples.text;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The tools that answer by themselves; those that ask the client back are in FixtureQuestions. */
final class FixtureTools {
  static final String NO_ARGUMENTS = "{\"type\": \"object\", \"properties\": {}}";

  private static final Duration STEP = Duration.ofMillis(50);

  private FixtureTools() {}

  static List<AsyncToolSpecification> all() {
    return List.of(
        answering("test_simple_text", "Answers with one text.", text("One plain line of text.")),
        answering("test_image_content", "Answers with a picture.", Samples.image()),
        answering(
            "test_audio_content",
            "Answers with a sound.",
            AudioContent.builder(Samples.wav(), Samples.WAV).build()),
        answering(
            "test_embedded_resource",
            "Answers with a resource.",
            resource("test://embedded-resource", Samples.PLAIN, "The text of the resource.")),
        answering(
            "test_multiple_content_types",
            "Answers with a text, a picture and a resource.",
            text("Three kinds of content:"),
            Samples.image(),
            resource("test://mixed-content-resource", "application/json", "{\"kinds\":3}")),
        tool(
            "test_error_handling",
            "Fails, as a tool fails.",
            NO_ARGUMENTS,
            (exchange, request) ->
                Mono.just(
                    CallToolResult.builder(List.of(text("This tool is made to fail.")))
                        .isError(true)
                        .build())),
        tool(
            "test_tool_with_logging",
            "Logs three times on its way to the answer.",
            NO_ARGUMENTS,
            (exchange, request) -> logging(exchange)),
        tool(
            "test_tool_with_progress",
            "Reports its progress on its way to the answer.",
            NO_ARGUMENTS,
            FixtureTools::progressing),
        tool(
            "json_schema_2020_12_tool",
            "Has an input schema with keywords that must arrive as they are.",
            MANY_KEYWORDS,
            (exchange, request) -> answer(text("The schema is what counts."))));
  }

  static AsyncToolSpecification tool(
      String name,
      String description,
      String inputSchema,
      BiFunction<McpAsyncServerExchange, CallToolRequest, Mono<CallToolResult>> handler) {
    return AsyncToolSpecification.builder()
        .tool(Tool.builder(name, json(inputSchema)).description(description).build())
        .callHandler(handler)
        .build();
  }

  static Mono<CallToolResult> answer(Content... content) {
    return Mono.just(CallToolResult.builder(List.of(content)).build());
  }

  static EmbeddedResource resource(String uri, String type, String text) {
    return EmbeddedResource.builder(TextResourceContents.builder(uri, text).mimeType(type).build())
        .build();
  }

  private static AsyncToolSpecification answering(
      String name, String description, Content... content) {
    return tool(name, description, NO_ARGUMENTS, (exchange, request) -> answer(content));
  }

  private static Mono<CallToolResult> logging(McpAsyncServerExchange exchange) {
    return Flux.just("begun", "under way", "nearly done")
        .delayElements(STEP)
        .concatMap(
            line ->
                exchange.loggingNotification(
                    LoggingMessageNotification.builder(LoggingLevel.INFO, line).build()))
        .then(answer(text("Logged three lines.")));
  }

  private static Mono<CallToolResult> progressing(
      McpAsyncServerExchange exchange, CallToolRequest request) {
    Object token = request.progressToken();
    if (token == null) {
      return answer(text("Nobody asked for progress."));
    }
    return Flux.just(0, 50, 100)
        .delayElements(STEP)
        .concatMap(
            done ->
                exchange.progressNotification(
                    ProgressNotification.builder(token, done)
                        .total(100.0)
                        .message(done + " of 100")
                        .build()))
        .then(answer(text("Reported progress under token " + token + ".")));
  }

  private static final String MANY_KEYWORDS =
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
          "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "town": {"type": "string"}}
          }
        },
        "properties": {
          "name": {"type": "string"},
          "address": {"$ref": "#/$defs/address"},
          "reachedBy": {"type": "string", "enum": ["letter", "phone"]},
          "letterbox": {"type": "string"},
          "number": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["number"]}, {"required": ["letterbox"]}]}],
        "if": {"properties": {"reachedBy": {"const": "phone"}}, "required": ["reachedBy"]},
        "then": {"required": ["number"]},
        "else": {"required": ["letterbox"]},
        "additionalProperties": false
      }
      """;
}
