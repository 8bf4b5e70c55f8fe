package dev.parley.chat.matrix;

import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the content of the event of a message. It pings nobody: the list of mentions is empty, and
 * the word that older servers read as a mention of everybody is broken by an invisible space.
 */
final class MatrixContent {
  /** An event has 65,536 bytes; its other fields have the rest. */
  static final int MAX_BYTES = 60_000;

  /** The most UTF-16 units of a body for people where the whole text does not fit beside it. */
  private static final int MAX_CUT = 1_000;

  private static final Pattern EVERYBODY =
      Pattern.compile("@(?=room\\b)", Pattern.CASE_INSENSITIVE);
  private static final String BROKEN = "@\u200B";
  private static final String BOLD = "**";

  private MatrixContent() {}

  /** The content of a message. */
  static ObjectNode of(OutgoingMessage message) {
    String said = message.envelope().body();
    String text = message.text();
    boolean hasPrefix = text.endsWith(said);
    String bold = hasPrefix ? text.substring(0, text.length() - said.length()) : "";
    String prefix = bold.replace(BOLD, "").strip();
    String words = broken(hasPrefix ? said : text);

    ObjectNode content = MatrixJson.object();
    String body = prefix.isEmpty() ? words : prefix + " " + words;
    content.put("msgtype", "m.text");
    content.put("body", body);
    content.putObject("m.mentions");
    message
        .inReplyTo()
        .ifPresent(
            answered ->
                content
                    .putObject("m.relates_to")
                    .putObject(MatrixTexts.IN_REPLY_TO)
                    .put("event_id", answered));
    ObjectNode envelope = content.putObject(Envelope.NAME);
    message.envelope().toFields().forEach(envelope::put);
    addHtml(content, MatrixHtml.of(prefix, words));
    if (MatrixJson.size(content) > MAX_BYTES) {
      content.put("body", cut(body));
    }
    return content;
  }

  private static void addHtml(ObjectNode content, String html) {
    content.put("format", "org.matrix.custom.html");
    content.put("formatted_body", html);
    if (MatrixJson.size(content) > MAX_BYTES) {
      content.remove("format");
      content.remove("formatted_body");
    }
  }

  private static String broken(String text) {
    return EVERYBODY.matcher(text).replaceAll(BROKEN);
  }

  private static String cut(String body) {
    if (body.length() <= MAX_CUT) {
      return body;
    }
    int end = Character.isLowSurrogate(body.charAt(MAX_CUT)) ? MAX_CUT - 1 : MAX_CUT;
    return body.substring(0, end) + "…";
  }
}
