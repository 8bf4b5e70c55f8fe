package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A section of memory was written by another agent after the caller read it. Nothing was written.
 *
 * @param section the heading of the section
 * @param content its current text; empty where the section is gone
 * @param version the version of that text
 */
public record SectionChanged(String section, Optional<String> content, Optional<String> version)
    implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.SECTION_CHANGED;
  }

  @Override
  public String message() {
    return content.isPresent()
        ? "the section '" + section + "' was changed after it was read; nothing was written"
        : "the section '" + section + "' is gone since it was read; nothing was written";
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("section", section);
    content.ifPresent(words -> facts.put("current", words));
    version.ifPresent(name -> facts.put("version", name));
    return facts;
  }
}
