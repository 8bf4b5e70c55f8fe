package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The file of a team, or of the pool, is absent or wrong.
 *
 * @param message the error and its remedy
 * @param file the file, relative to the home folder
 * @param line the line of the error, from 1
 */
public record TeamUnusable(String message, Optional<String> file, Optional<Integer> line)
    implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.TEAM_UNUSABLE;
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> facts = new LinkedHashMap<>();
    file.ifPresent(name -> facts.put("file", name));
    line.ifPresent(number -> facts.put("line", number));
    return facts;
  }
}
