package dev.parley.war.grant;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Operations by method and path. A path is matched part by part with templates such as {@code
 * /api/rooms/{room}}. Of several templates that match, the one with more literal parts counts.
 */
final class Operations {
  private static final String SEPARATOR = "/";

  /** An operation; a part in braces stands for any text but the empty one. */
  private record Operation(String method, List<String> parts, Requirement requirement) {
    boolean matches(List<String> path) {
      if (path.size() != parts.size()) {
        return false;
      }
      for (int i = 0; i < parts.size(); i++) {
        boolean isSame =
            isVariable(parts.get(i)) ? !path.get(i).isEmpty() : parts.get(i).equals(path.get(i));
        if (!isSame) {
          return false;
        }
      }
      return true;
    }

    long literals() {
      return parts.stream().filter(part -> !isVariable(part)).count();
    }

    private static boolean isVariable(String part) {
      return part.startsWith("{");
    }
  }

  private final List<Operation> all = new ArrayList<>();

  /**
   * Reads operations.
   *
   * @param requirements what each needs, by method and template: {@code GET /api/rooms/{room}}
   */
  Operations(Map<String, Requirement> requirements) {
    requirements.forEach(
        (operation, requirement) -> {
          String[] methodAndPath = operation.split(" ", 2);
          all.add(new Operation(methodAndPath[0], parts(methodAndPath[1]), requirement));
        });
  }

  /** Returns the requirement of a request; that of GET for HEAD. */
  Optional<Requirement> find(String method, String path) {
    String asked = method.equals("HEAD") ? "GET" : method;
    return at(path).stream()
        .filter(operation -> operation.method().equals(asked))
        .map(Operation::requirement)
        .findFirst();
  }

  /** Returns the methods that a path takes. */
  List<String> methods(String path) {
    return at(path).stream().map(Operation::method).toList();
  }

  /** Returns the operations at a path, those of one template. */
  private List<Operation> at(String path) {
    List<String> parts = parts(path);
    List<Operation> matching = all.stream().filter(operation -> operation.matches(parts)).toList();
    long most = matching.stream().mapToLong(Operation::literals).max().orElse(0);
    return matching.stream().filter(operation -> operation.literals() == most).toList();
  }

  /** Returns the parts of a path. One slash at its end does not count, as in JAX-RS. */
  private static List<String> parts(String path) {
    String whole = path.endsWith(SEPARATOR) ? path.substring(0, path.length() - 1) : path;
    return List.of(whole.split(SEPARATOR, -1));
  }
}
