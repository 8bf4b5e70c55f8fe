package dev.parley.spelling;

import java.util.Collection;
import java.util.Optional;

/** The spelling of names: finds the known name that a mistyped one was meant to be. */
public final class Spelling {
  /** The largest number of edits between a mistyped name and the known one. */
  public static final int MAX_EDITS = 2;

  /** Two edits make any other name of a name as short as this, so only one counts. */
  private static final int SHORT_LENGTH = 4;

  private Spelling() {}

  /**
   * Returns the known name that is nearest to {@code word}: at most two edits away, or one where
   * the known name has four letters or fewer. The first of several that are as near.
   */
  public static Optional<String> nearest(String word, Collection<String> known) {
    Optional<String> nearest = Optional.empty();
    int least = MAX_EDITS + 1;
    for (String name : known) {
      int edits = edits(word, name);
      if (edits < least && edits <= (name.length() > SHORT_LENGTH ? MAX_EDITS : 1)) {
        nearest = Optional.of(name);
        least = edits;
      }
    }
    return nearest;
  }

  /**
   * Returns the least number of letters to add, drop or replace, and of neighbours to swap, that
   * makes one word of the other.
   */
  static int edits(String one, String other) {
    int[][] edits = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int best = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
        best = Math.min(best, edits[i - 1][j - 1] + replaced);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          best = Math.min(best, edits[i - 2][j - 2] + 1);
        }
        edits[i][j] = best;
      }
    }
    return edits[one.length()][other.length()];
  }
}
