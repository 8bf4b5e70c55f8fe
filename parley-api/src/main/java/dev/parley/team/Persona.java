package dev.parley.team;

import dev.parley.id.AgentId;
import java.util.List;
import java.util.Optional;

/**
 * An agent as a team file describes it.
 *
 * @param id its name in the team
 * @param name its display name
 * @param emoji its display name in one character
 * @param description its strengths
 * @param tags its search terms
 * @param tools the tools it is to use
 * @param systemPrompt its prompt, with every block filled in
 * @param language the language it answers in
 * @param basePersona the persona it extends
 * @param hooks the deployer's commands that run around its tasks
 * @param validatePrompt its checks before a task is done
 * @param reviewChecklist the criteria for a review of its work
 */
public record Persona(
    AgentId id,
    String name,
    String emoji,
    Optional<String> description,
    List<String> tags,
    List<String> tools,
    String systemPrompt,
    Optional<String> language,
    Optional<AgentId> basePersona,
    TaskHooks hooks,
    Optional<String> validatePrompt,
    Optional<String> reviewChecklist) {

  /** Copies the lists. */
  public Persona {
    tags = List.copyOf(tags);
    tools = List.copyOf(tools);
  }
}
