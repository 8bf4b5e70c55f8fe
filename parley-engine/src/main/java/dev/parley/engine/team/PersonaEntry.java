package dev.parley.engine.team;

import dev.parley.team.TaskHooks;
import java.util.List;
import java.util.Optional;

/**
 * One agent of a file; what the file leaves open is empty.
 *
 * @param id its name
 * @param line its first line, from 1
 * @param base the agent it extends
 */
record PersonaEntry(
    String id,
    int line,
    Optional<String> base,
    Optional<String> name,
    Optional<String> emoji,
    Optional<String> description,
    Optional<List<String>> tags,
    Optional<List<String>> tools,
    Optional<PromptTemplate> prompt,
    Optional<String> language,
    Optional<TaskHooks> hooks,
    Optional<String> validatePrompt,
    Optional<String> reviewChecklist) {

  /** Returns this entry, with the values of {@code below} for what it leaves open. */
  PersonaEntry over(PersonaEntry below) {
    return new PersonaEntry(
        id,
        line,
        base,
        name.or(below::name),
        emoji.or(below::emoji),
        description.or(below::description),
        tags.or(below::tags),
        tools.or(below::tools),
        prompt.or(below::prompt),
        language.or(below::language),
        hooks.or(below::hooks),
        validatePrompt.or(below::validatePrompt),
        reviewChecklist.or(below::reviewChecklist));
  }
}
