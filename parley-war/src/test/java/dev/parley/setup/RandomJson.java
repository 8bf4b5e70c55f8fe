package dev.parley.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Documents as people and programs write them: minified, spread, indented oddly, with comments. */
final class RandomJson {
  private final Random random;
  private final boolean comments;
  private final boolean trailing;
  private final String newline;
  private final String unit;
  private final boolean minified;

  RandomJson(long seed, JsoncSyntax syntax) {
    random = new Random(seed);
    comments = syntax.allowsComments() && random.nextInt(3) > 0;
    trailing = syntax.allowsTrailingCommas() && random.nextBoolean();
    newline = List.of("\n", "\n", "\r\n", "\r").get(random.nextInt(4));
    unit = List.of("  ", "    ", "\t", " ", "   ").get(random.nextInt(5));
    minified = random.nextInt(4) == 0;
  }

  /** An object at the root, with white space and comments around it. */
  String document() {
    return gap(0) + object(0) + gap(0) + (random.nextBoolean() ? newline : "");
  }

  private String object(int depth) {
    List<String> members = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of("mcpServers", "servers", "a", "b c", "ü\\n", "x"));
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = names.remove(random.nextInt(names.size()));
      members.add("\"" + name + "\"" + inline() + ":" + inline() + value(depth + 1));
    }
    return box("{", "}", members, depth);
  }

  private String value(int depth) {
    int kind = random.nextInt(depth > 3 ? 4 : 7);
    if (kind > 4) {
      return object(depth);
    } else if (kind == 4) {
      List<String> elements = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        elements.add(value(depth + 1));
      }
      return box("[", "]", elements, depth);
    }
    return List.of("1", "-2.5e3", "\"a \\\" } // b\"", "null").get(kind);
  }

  private String box(String open, String close, List<String> parts, int depth) {
    boolean spread = !minified && random.nextInt(4) > 0;
    StringBuilder text = new StringBuilder(open);
    for (int i = 0; i < parts.size(); i++) {
      text.append(spread ? lineBreak(depth + 1) : inline()).append(parts.get(i));
      text.append(inline());
      boolean last = i + 1 == parts.size();
      text.append(last && !(trailing && random.nextBoolean()) ? "" : ",");
      text.append(spread && comments && random.nextInt(4) == 0 ? " // of " + i + newline : "");
    }
    text.append(spread ? lineBreak(depth) : inline());
    return text.append(close).toString();
  }

  private String lineBreak(int depth) {
    return gap(depth) + newline + unit.repeat(random.nextInt(6) == 0 ? depth + 1 : depth);
  }

  private String gap(int depth) {
    if (minified || random.nextInt(4) > 0) {
      return "";
    }
    String space = newline + unit.repeat(depth);
    return comments
        ? space + "// a } \" comment  " + newline + (random.nextBoolean() ? newline : "")
        : space;
  }

  private String inline() {
    if (minified) {
      return "";
    }
    return comments && random.nextInt(8) == 0 ? " /* , */ " : random.nextBoolean() ? " " : "";
  }
}
