package dev.parley.chat.xmpp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.chat.Envelope;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jivesoftware.smack.packet.ExtensionElement;
import org.jivesoftware.smack.packet.StandardExtensionElement;

/**
 * Envelopes as an element of a message: {@code <message xmlns="urn:parley:message:0" agent="alice"
 * ...>text</message>}. A text that XML cannot carry is in Base64, as an attribute says.
 */
final class XmppEnvelopes {
  private static final String ELEMENT = "message";
  private static final String NAMESPACE = "urn:parley:message:0";

  /** The name of the element. */
  static final QName NAME = new QName(NAMESPACE, ELEMENT);

  private static final String BODY = "body";
  private static final String ENCODING = "encoding";
  private static final String BASE64 = "base64";

  private XmppEnvelopes() {}

  /** The element of an envelope. */
  static StandardExtensionElement of(Envelope envelope) {
    StandardExtensionElement.Builder element = StandardExtensionElement.builder(ELEMENT, NAMESPACE);
    envelope
        .toFields()
        .forEach(
            (name, value) -> {
              if (!name.equals(BODY)) {
                element.addAttribute(name, value);
              }
            });
    String body = envelope.body();
    if (XmppText.isCarried(body)) {
      element.setText(body);
    } else {
      element.addAttribute(ENCODING, BASE64);
      element.setText(Base64.getEncoder().encodeToString(body.getBytes(UTF_8)));
    }
    return element.build();
  }

  /** The envelope in an element; empty where it is none. */
  static Optional<Envelope> read(ExtensionElement element) {
    if (!(element instanceof StandardExtensionElement whole)) {
      return Optional.empty();
    }
    String text = whole.getText();
    Map<String, String> fields = new HashMap<>(whole.getAttributes());
    String encoding = fields.remove(ENCODING);
    try {
      fields.put(BODY, encoding == null ? String.valueOf(text) : decoded(encoding, text));
      return text == null ? Optional.empty() : Envelope.of(fields);
    } catch (IllegalArgumentException wrong) {
      return Optional.empty();
    }
  }

  private static String decoded(String encoding, String text) {
    if (!encoding.equals(BASE64)) {
      throw new IllegalArgumentException("an unknown encoding");
    }
    return new String(Base64.getDecoder().decode(text), UTF_8);
  }
}
