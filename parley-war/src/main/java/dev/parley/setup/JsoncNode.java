package dev.parley.setup;

import java.util.List;

/**
 * A JSON value in its text.
 *
 * @param from the index of its first character
 * @param to the index after its last one
 * @param entries the members of an object, or the elements of an array, in their order
 */
record JsoncNode(Kind kind, int from, int to, List<Entry> entries) {
  /** A value that is not there: no object and no array, and without entries. */
  static final JsoncNode NONE = new JsoncNode(Kind.OTHER, 0, 0, List.of());

  /** The kinds of values that an edit distinguishes. */
  enum Kind {
    OBJECT,
    ARRAY,
    STRING,
    OTHER
  }

  /**
   * A member of an object, or an element of an array.
   *
   * @param name the name of a member; empty for an element
   * @param from the index of its first character: that of the name's quotation mark for a member
   * @param comma the index of the comma after it, or -1 where there is none
   */
  record Entry(String name, int from, JsoncNode value, int comma) {}

  boolean isObject() {
    return kind == Kind.OBJECT;
  }

  boolean isArray() {
    return kind == Kind.ARRAY;
  }

  /** The index of the member with this name, or -1; of two with one name, it is the last. */
  int indexOf(String name) {
    for (int i = entries.size() - 1; isObject() && i >= 0; i--) {
      if (entries.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
