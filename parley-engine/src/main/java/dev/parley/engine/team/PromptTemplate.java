package dev.parley.engine.team;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt as written, with the blocks of its file. It is filled in for each agent that has it, so
 * an inherited prompt names its heir.
 *
 * @param line its line, from 1
 * @param text the text, with {@code {{block}}} for each block
 * @param blocks the blocks by name; without any, the text is used as it is
 */
record PromptTemplate(int line, String text, Optional<Map<String, String>> blocks) {
  private static final Pattern REFERENCE = Pattern.compile("\\{\\{([A-Za-z0-9_-]+)\\}\\}");
  private static final String OWN_ID = "{agent_id}";

  /** Returns the blocks the text names, in its order. */
  Set<String> references() {
    Set<String> names = new LinkedHashSet<>();
    Matcher reference = REFERENCE.matcher(text);
    while (reference.find()) {
      names.add(reference.group(1));
    }
    return names;
  }

  /**
   * Returns the prompt of {@code agent}; within a block, {@code {agent_id}} is its name.
   *
   * @param max the maximum length in UTF-16 units; empty past that
   */
  Optional<String> filledFor(String agent, int max) {
    StringBuilder filled = new StringBuilder();
    int from = 0;
    Matcher reference = REFERENCE.matcher(text);
    while (blocks.isPresent() && filled.length() <= max && reference.find()) {
      String block = blocks.get().getOrDefault(reference.group(1), reference.group());
      filled.append(text, from, reference.start()).append(block.replace(OWN_ID, agent));
      from = reference.end();
    }
    filled.append(text, from, text.length());
    return filled.length() <= max ? Optional.of(filled.toString()) : Optional.empty();
  }
}
