package dev.parley.war.clients;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The words of a command line. */
final class Words {
  private Words() {}

  /** Returns a program and its words. */
  static List<String> of(Path program, String... words) {
    List<String> all = new ArrayList<>(List.of(program.toString()));
    all.addAll(List.of(words));
    return all;
  }
}
