package dev.parley.chat.matrix;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads the text of a message, as people see it. */
final class MatrixTexts {
  /** The relation of an answer. */
  static final String IN_REPLY_TO = "m.in_reply_to";

  private static final Set<String> MEDIA = Set.of("m.image", "m.file", "m.audio", "m.video");
  private static final String QUOTE = "> ";

  private MatrixTexts() {}

  /** The text of a message of {@code author}; blank where it says nothing. */
  static String of(JsonNode content, String author) {
    String type = MatrixJson.text(content, "msgtype");
    String body = MatrixJson.text(content, "body");
    if (type.isEmpty() || type.startsWith("m.key.verification.")) {
      return "";
    }
    String words = content.path("m.relates_to").has(IN_REPLY_TO) ? withoutQuote(body) : body;
    if (MEDIA.contains(type)) {
      return media(content, words);
    }
    return type.equals("m.emote") ? "* " + author + " " + words : words;
  }

  /** A link to a file, and its caption where it has one. */
  private static String media(JsonNode content, String body) {
    String url = MatrixJson.text(content, "url");
    String named = MatrixJson.text(content, "filename");
    String name = named.isEmpty() ? body : named;
    String shown = name.isBlank() ? "file" : name.replace("[", "(").replace("]", ")");
    String link = url.isEmpty() ? shown : "[" + shown + "](" + url + ")";
    return named.isEmpty() || named.equals(body) || body.isBlank() ? link : link + " " + body;
  }

  /**
   * The body without the quotation of the answered message that older clients put before it: lines
   * that begin with {@code "> "}, and a blank line.
   */
  private static String withoutQuote(String body) {
    int at = 0;
    while (body.startsWith(QUOTE, at)) {
      int end = body.indexOf('\n', at);
      if (end < 0) {
        return body;
      }
      at = end + 1;
    }
    return at > 0 && body.startsWith("\n", at) ? body.substring(at + 1) : body;
  }
}
