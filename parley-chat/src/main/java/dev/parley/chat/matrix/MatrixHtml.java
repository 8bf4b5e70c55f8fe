package dev.parley.chat.matrix;

/**
 * Writes texts as HTML that Matrix clients show: the text itself, with its lines, and with fenced
 * code in a block.
 */
final class MatrixHtml {
  private static final String FENCE = "```";

  private MatrixHtml() {}

  /** A text behind a bold prefix; empty for none. */
  static String of(String prefix, String text) {
    StringBuilder html = new StringBuilder();
    if (!prefix.isEmpty()) {
      html.append("<strong>").append(escaped(prefix)).append("</strong> ");
    }
    boolean isCode = false;
    boolean isFirst = true;
    for (String line : text.split("\n", -1)) {
      boolean isFence = line.startsWith(FENCE);
      if (isFence) {
        html.append(isCode ? "</code></pre>" : "<pre><code>");
        isCode = !isCode;
      } else {
        html.append(isFirst ? "" : isCode ? "\n" : "<br>").append(escaped(line));
      }
      isFirst = isFence;
    }
    return html.append(isCode ? "</code></pre>" : "").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
