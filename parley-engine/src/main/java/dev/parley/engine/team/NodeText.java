package dev.parley.engine.team;

/** A node as JSON, for a message that says what was found instead of what was expected. */
final class NodeText {
  private static final int MAX_COUNT = 120;

  private final StringBuilder text = new StringBuilder();

  private NodeText() {}

  static String of(YamlNode node) {
    NodeText shown = new NodeText();
    shown.add(node);
    return TeamFileException.shown(shown.text.toString());
  }

  private void add(YamlNode node) {
    if (text.length() > MAX_COUNT) {
      return;
    }
    if (node instanceof YamlNode.Scalar scalar) {
      add(scalar);
    } else if (node instanceof YamlNode.Items items) {
      String between = "[";
      for (YamlNode item : items.nodes()) {
        text.append(between);
        add(item);
        between = ",";
        if (text.length() > MAX_COUNT) {
          return;
        }
      }
      text.append(items.nodes().isEmpty() ? "[]" : "]");
    } else if (node instanceof YamlNode.Fields fields) {
      String between = "{";
      for (var field : fields.byKey().entrySet()) {
        text.append(between)
            .append('"')
            .append(TeamFileException.shown(field.getKey()))
            .append("\":");
        add(field.getValue().value());
        between = ",";
        if (text.length() > MAX_COUNT) {
          return;
        }
      }
      text.append(fields.byKey().isEmpty() ? "{}" : "}");
    }
  }

  private void add(YamlNode.Scalar scalar) {
    switch (scalar.meaning()) {
      case TEXT -> text.append('"').append(TeamFileException.shown(scalar.text())).append('"');
      case NUMBER -> text.append(TeamFileException.shown(scalar.text()));
      case TRUE -> text.append("true");
      case FALSE -> text.append("false");
      case NOTHING -> text.append("null");
    }
  }
}
