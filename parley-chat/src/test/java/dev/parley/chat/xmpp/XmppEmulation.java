package dev.parley.chat.xmpp;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.chat.RoomNames;
import dev.parley.chat.emulator.Faults;
import dev.parley.message.TopicName;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smackx.mam.element.MamElements.MamResultExtension;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.impl.JidCreate;

/** Rooms of their own at a real server. */
final class XmppEmulation implements ChatEmulation {
  private static final String READER = "reader";
  private static final String REPLIES = "urn:xmpp:reply:0";

  private final XmppServerProcess server;
  private final XmppTuning tuning;
  private final Faults none = new Faults();
  private final List<String> people = new ArrayList<>();

  XmppEmulation(XmppServerProcess server) {
    this(server, Duration.ofSeconds(10), Duration.ofSeconds(60));
  }

  /** As {@link XmppTuning}. */
  XmppEmulation(XmppServerProcess server, Duration reply, Duration check) {
    this.server = server;
    this.tuning = new XmppTuning("t" + XmppLink.random() + "-", reply, check);
  }

  @Override
  public ChatSystem system() {
    return system("");
  }

  /** A system with more options, each with an ampersand before it. */
  ChatSystem system(String options) {
    return XmppChat.of(address(options), secrets(XmppServerProcess.PASSWORD), tuning);
  }

  /** The address of the server, with more options. */
  URI address(String options) {
    return URI.create(
        "xmpp://%s@%s:%d/%s?host=127.0.0.1&tls=off%s"
            .formatted(
                XmppServerProcess.PARLEY,
                XmppServerProcess.DOMAIN,
                server.port(),
                XmppServerProcess.ROOMS,
                options));
  }

  /** The secrets of an account with a password. */
  static ChatSecrets secrets(String password) {
    return new ChatSecrets(Map.of(XmppAddress.PASSWORD, password)::get);
  }

  /** The room of a topic. */
  EntityBareJid jid(TopicName topic) {
    return JidCreate.entityBareFromOrThrowUnchecked(
        tuning.roomPrefix() + RoomNames.of(topic, 60) + "@" + XmppServerProcess.ROOMS);
  }

  /** A person by the name that others read. */
  XmppPerson person(String name) {
    if (!people.contains(name)) {
      people.add(name);
    }
    return server.person(XmppServerProcess.PEOPLE.get(people.indexOf(name)));
  }

  @Override
  public String write(TopicName topic, String person, String text, Optional<String> inReplyTo) {
    EntityBareJid room = jid(topic);
    return inReplyTo.isEmpty()
        ? person(person).write(room, person, text)
        : person(person)
            .write(
                room,
                person,
                text,
                StandardExtensionElement.builder("reply", REPLIES)
                    .addAttribute("id", inReplyTo.get())
                    .addAttribute("to", room + "/parley")
                    .build());
  }

  @Override
  public List<Seen> room(TopicName topic) {
    return server.person(READER).archive(jid(topic), READER).stream()
        .map(XmppEmulation::seen)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Seen> seen(MamResultExtension result) {
    Message message = result.getForwarded().getForwardedStanza();
    if (message.getBody() == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Seen(
            result.getId(),
            message.getFrom().getResourceOrEmpty().toString(),
            message.getBody(),
            Optional.ofNullable(
                    (StandardExtensionElement) message.getExtension(new QName(REPLIES, "reply")))
                .map(reply -> reply.getAttributeValue("id"))));
  }

  @Override
  public void cut() {
    try {
      if (server.isRunning()) {
        server.stop();
        server.start();
      }
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Override
  public void away(boolean isAway) {
    try {
      if (isAway) {
        server.stop();
      } else {
        server.start();
      }
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Override
  public Faults faults() {
    return none;
  }

  @Override
  public boolean makesFaults() {
    return false;
  }

  @Override
  public Optional<ProcessHandle> process() {
    return server.running();
  }

  @Override
  public void close() {
    away(false);
    server.people().forEach(XmppPerson::leaveAll);
  }
}
