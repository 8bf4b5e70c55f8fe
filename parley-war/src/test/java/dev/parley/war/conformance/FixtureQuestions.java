package dev.parley.war.conformance;

import static dev.parley.war.conformance.FixtureTools.answer;
import static dev.parley.war.conformance.FixtureTools.tool;
import static dev.parley.war.conformance.Samples.json;
import static dev.parley.war.conformance.Samples.text;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import reactor.core.publisher.Mono;

/** The tools that cannot answer before the client has: they ask its model or its person. */
final class FixtureQuestions {
  private static final int MAX_TOKENS = 100;

  private FixtureQuestions() {}

  static List<AsyncToolSpecification> all() {
    return List.of(
        tool(
            "test_sampling",
            "Asks the client's model.",
            oneText("prompt"),
            (exchange, request) -> sample(exchange, said(request.arguments().get("prompt")))),
        tool(
            "test_elicitation",
            "Asks the client's person for a name and an address.",
            oneText("message"),
            (exchange, request) ->
                ask(exchange, said(request.arguments().get("message")), NAME_AND_ADDRESS)),
        tool(
            "test_elicitation_sep1034_defaults",
            "Asks with a value offered for each field.",
            FixtureTools.NO_ARGUMENTS,
            (exchange, request) -> ask(exchange, "Are these right?", EVERY_DEFAULT)),
        tool(
            "test_elicitation_sep1330_enums",
            "Asks with every form a choice can have.",
            FixtureTools.NO_ARGUMENTS,
            (exchange, request) -> ask(exchange, "Choose.", EVERY_CHOICE)));
  }

  private static Mono<CallToolResult> sample(McpAsyncServerExchange exchange, String prompt) {
    CreateMessageRequest question =
        CreateMessageRequest.builder(
                List.of(SamplingMessage.builder(Role.USER, text(prompt)).build()), MAX_TOKENS)
            .build();
    return exchange
        .createMessage(question)
        .flatMap(said -> answer(text("The model said: " + textOf(said.content()))));
  }

  private static Mono<CallToolResult> ask(
      McpAsyncServerExchange exchange, String message, String schema) {
    return exchange
        .createElicitation(ElicitFormRequest.builder(message, json(schema)).build())
        .flatMap(
            said -> answer(text("The person's answer: " + said.action() + " " + said.content())));
  }

  private static String textOf(Content content) {
    return content instanceof TextContent text ? text.text() : content.type();
  }

  private static String said(Object argument) {
    return String.valueOf(argument);
  }

  private static String oneText(String argument) {
    return """
    {"type": "object", "properties": {"%s": {"type": "string"}}, "required": ["%s"]}
    """
        .formatted(argument, argument);
  }

  private static final String NAME_AND_ADDRESS =
      """
      {
        "type": "object",
        "properties": {
          "username": {"type": "string", "description": "What to call you."},
          "email": {"type": "string", "description": "Where to write to you."}
        },
        "required": ["username", "email"]
      }
      """;

  private static final String EVERY_DEFAULT =
      """
      {
        "type": "object",
        "properties": {
          "name": {"type": "string", "default": "John Doe"},
          "age": {"type": "integer", "default": 30},
          "score": {"type": "number", "default": 95.5},
          "status": {
            "type": "string", "enum": ["active", "inactive", "pending"], "default": "active"
          },
          "verified": {"type": "boolean", "default": true}
        },
        "required": []
      }
      """;

  private static final String EVERY_CHOICE =
      """
      {
        "type": "object",
        "properties": {
          "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
          "titledSingle": {
            "type": "string",
            "oneOf": [
              {"const": "value1", "title": "The first"},
              {"const": "value2", "title": "The second"},
              {"const": "value3", "title": "The third"}
            ]
          },
          "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["The first", "The second", "The third"]
          },
          "untitledMulti": {
            "type": "array",
            "items": {"type": "string", "enum": ["option1", "option2", "option3"]}
          },
          "titledMulti": {
            "type": "array",
            "items": {
              "anyOf": [
                {"const": "value1", "title": "The first"},
                {"const": "value2", "title": "The second"},
                {"const": "value3", "title": "The third"}
              ]
            }
          }
        },
        "required": []
      }
      """;
}
