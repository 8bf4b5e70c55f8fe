package dev.parley.chat.xmpp;

import javax.xml.namespace.QName;
import org.jivesoftware.smack.packet.ExtensionElement;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.XmlEnvironment;

/**
 * The text of a message for people. The one of the library leaves {@code ]]>} as it is, at which
 * servers end the stream.
 */
final class XmppBody implements ExtensionElement {
  private static final QName NAME = new QName("jabber:client", Message.BODY);

  private final String text;

  /** The body that says {@code text}, as far as XML can carry it. */
  XmppBody(String text) {
    this.text = XmppText.cleaned(text);
  }

  @Override
  public String getElementName() {
    return NAME.getLocalPart();
  }

  @Override
  public String getNamespace() {
    return NAME.getNamespaceURI();
  }

  @Override
  public QName getQName() {
    return NAME;
  }

  @Override
  public CharSequence toXML(XmlEnvironment around) {
    return "<body>"
        + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        + "</body>";
  }
}
