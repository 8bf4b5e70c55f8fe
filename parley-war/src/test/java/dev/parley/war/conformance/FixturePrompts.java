package dev.parley.war.conformance;

import static dev.parley.war.conformance.Samples.text;

import io.modelcontextprotocol.server.McpServerFeatures.AsyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncPromptSpecification;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.Role;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/** The prompts, and the completion of an argument of one of them. */
final class FixturePrompts {
  private static final String WITH_ARGUMENTS = "test_prompt_with_arguments";

  private FixturePrompts() {}

  static List<AsyncPromptSpecification> all() {
    return List.of(
        prompt(
            "test_simple_prompt",
            "One sentence.",
            List.of(),
            request -> List.of(text("Say what a parley is."))),
        prompt(
            WITH_ARGUMENTS,
            "A sentence made of two values.",
            List.of("arg1", "arg2"),
            request ->
                List.of(
                    text("Compare " + given(request, "arg1") + " to " + given(request, "arg2")))),
        prompt(
            "test_prompt_with_embedded_resource",
            "A question about a resource.",
            List.of("resourceUri"),
            request ->
                List.of(
                    FixtureTools.resource(
                        given(request, "resourceUri"), Samples.PLAIN, "The text asked about."),
                    text("What does it say?"))),
        prompt(
            "test_prompt_with_image",
            "A question about a picture.",
            List.of(),
            request -> List.of(Samples.image(), text("What does it show?"))));
  }

  static List<AsyncCompletionSpecification> completions() {
    return List.of(
        new AsyncCompletionSpecification(
            PromptReference.builder(WITH_ARGUMENTS).build(),
            (exchange, request) -> {
              List<String> fitting =
                  Stream.of("test", "text", "tide")
                      .filter(word -> word.startsWith(request.argument().value()))
                      .toList();
              return Mono.just(
                  new CompleteResult(new CompleteCompletion(fitting, fitting.size(), false)));
            }));
  }

  private static AsyncPromptSpecification prompt(
      String name,
      String description,
      List<String> arguments,
      Function<GetPromptRequest, List<Content>> contents) {
    List<PromptArgument> required =
        arguments.stream()
            .map(argument -> PromptArgument.builder(argument).required(true).build())
            .toList();
    return new AsyncPromptSpecification(
        Prompt.builder(name).description(description).arguments(required).build(),
        (exchange, request) -> {
          List<PromptMessage> messages =
              contents.apply(request).stream()
                  .map(content -> PromptMessage.builder(Role.USER, content).build())
                  .toList();
          return Mono.just(GetPromptResult.builder(messages).build());
        });
  }

  private static String given(GetPromptRequest request, String argument) {
    return String.valueOf(request.arguments().get(argument));
  }
}
