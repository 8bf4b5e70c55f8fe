package dev.parley.engine.team;

import dev.parley.id.AgentId;
import dev.parley.team.Persona;
import dev.parley.team.TaskHooks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns complete entries into personas: fills in prompts and applies the defaults of the file. */
final class PersonaFactory {
  /** The maximum length of all prompts of a file together, blocks filled in, in UTF-16 units. */
  static final int MAX_PROMPTS = 8 * 1024 * 1024;

  private static final String LANGUAGE_TITLE = "## Language";

  private final Document.Defaults defaults;
  private final boolean directsLanguage;
  private int room = MAX_PROMPTS;

  private PersonaFactory(Document.Defaults defaults, boolean directsLanguage) {
    this.defaults = defaults;
    this.directsLanguage = directsLanguage;
  }

  /** Makes the pool's personas, with prompts as written. */
  static List<Persona> pool(Map<String, PersonaEntry> entries, Document.Defaults defaults) {
    return new PersonaFactory(defaults, false).all(entries);
  }

  /** Makes a team's personas; each prompt begins with the language to answer in. */
  static List<Persona> team(Map<String, PersonaEntry> entries, Document.Defaults defaults) {
    return new PersonaFactory(defaults, true).all(entries);
  }

  private List<Persona> all(Map<String, PersonaEntry> entries) {
    List<Persona> personas = new ArrayList<>();
    entries.values().forEach(entry -> personas.add(persona(entry)));
    return List.copyOf(personas);
  }

  private Persona persona(PersonaEntry entry) {
    // A blank language is a choice: none, whatever the default of the file.
    Optional<String> language =
        entry.language().or(defaults::language).filter(name -> !name.isBlank()).map(String::strip);
    return new Persona(
        new AgentId(entry.id()),
        entry.name().orElseThrow(),
        entry.emoji().orElseThrow(),
        entry.description(),
        entry.tags().orElse(List.of()),
        entry.tools().orElse(List.of()),
        prompt(entry, language),
        language,
        entry.base().map(AgentId::new),
        entry.hooks().orElse(TaskHooks.NONE),
        entry.validatePrompt(),
        entry.reviewChecklist().or(defaults::reviewChecklist));
  }

  private String prompt(PersonaEntry entry, Optional<String> language) {
    String prompt =
        entry
            .prompt()
            .orElseThrow()
            .filledFor(entry.id(), room)
            .orElseThrow(
                () ->
                    new TeamFileException(
                        entry.line(),
                        "the prompts of all agents, blocks filled in, have more than "
                            + MAX_PROMPTS
                            + " characters together"));
    room -= prompt.length();
    return language
        .filter(name -> directsLanguage && !prompt.startsWith(LANGUAGE_TITLE))
        .map(name -> directive(name) + prompt)
        .orElse(prompt);
  }

  private static String directive(String language) {
    return LANGUAGE_TITLE
        + "\n\nWrite in "
        + language
        + ", and in nothing else: messages, tasks, artifacts, reviews and memory. Names, code and"
        + " technical terms stay as they are.\n\n";
  }
}
