package dev.parley.team;

import dev.parley.id.AgentId;
import java.util.List;
import java.util.Optional;

/**
 * An agent as a file describes it: who it is, and what it is told.
 *
 * @param id its name in the team
 * @param name how it is shown
 * @param emoji how it is shown in one character
 * @param description what it is good for
 * @param tags what it is found by
 * @param tools the tools it is to use
 * @param systemPrompt what it is told, with every block filled in
 * @param language the language it answers in
 * @param basePersona the persona it extends
 * @param hooks commands of the deployer's, run around its tasks
 * @param validatePrompt what it checks before it is done
 * @param reviewChecklist what its work is held against
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
