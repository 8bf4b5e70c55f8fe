package dev.parley.engine.team;

/** A node as JSON, for a sentence that says what was found instead of what was expected. */
final class NodeText {
  private static final int MOST = 120;

  private final StringBuilder text = new StringBuilder();

  private NodeText() {}

  static String of(Node node) {
    NodeText shown = new NodeText();
    shown.add(node);
    return Flaw.shown(shown.text.toString());
  }

  private void add(Node node) {
    if (text.length() > MOST) {
      return;
    }
    if (node instanceof Node.Scalar scalar) {
      add(scalar);
    } else if (node instanceof Node.Items items) {
      String between = "[";
      for (Node item : items.nodes()) {
        text.append(between);
        add(item);
        between = ",";
        if (text.length() > MOST) {
          return;
        }
      }
      text.append(items.nodes().isEmpty() ? "[]" : "]");
    } else if (node instanceof Node.Fields fields) {
      String between = "{";
      for (var field : fields.byKey().entrySet()) {
        text.append(between).append('"').append(Flaw.shown(field.getKey())).append("\":");
        add(field.getValue().value());
        between = ",";
        if (text.length() > MOST) {
          return;
        }
      }
      text.append(fields.byKey().isEmpty() ? "{}" : "}");
    }
  }

  private void add(Node.Scalar scalar) {
    switch (scalar.meaning()) {
      case TEXT -> text.append('"').append(Flaw.shown(scalar.text())).append('"');
      case NUMBER -> text.append(Flaw.shown(scalar.text()));
      case TRUE -> text.append("true");
      case FALSE -> text.append("false");
      case NOTHING -> text.append("null");
    }
  }
}
