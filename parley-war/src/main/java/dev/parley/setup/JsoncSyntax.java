package dev.parley.setup;

/** The additions to JSON that a client accepts in one of its files. */
enum JsoncSyntax {
  /** JSON as RFC 8259 has it. */
  STRICT(false, false),

  /** JSON with comments. */
  COMMENTS(true, false),

  /** JSON with comments, and with a comma after the last member or element. */
  LENIENT(true, true);

  private final boolean comments;
  private final boolean trailingCommas;

  JsoncSyntax(boolean comments, boolean trailingCommas) {
    this.comments = comments;
    this.trailingCommas = trailingCommas;
  }

  boolean allowsComments() {
    return comments;
  }

  boolean allowsTrailingCommas() {
    return trailingCommas;
  }
}
