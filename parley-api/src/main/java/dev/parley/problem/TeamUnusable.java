package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The file that says who is in a team, or in the pool, is absent or wrong.
 *
 * @param message what is wrong and what to do about it
 * @param file the file, from the home folder on
 * @param line where it is wrong, from 1
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
