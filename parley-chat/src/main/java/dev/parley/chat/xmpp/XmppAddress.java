package dev.parley.chat.xmpp;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatSecrets;
import dev.parley.problem.InvalidArgument;
import java.net.URI;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jxmpp.jid.BareJid;
import org.jxmpp.jid.DomainBareJid;
import org.jxmpp.jid.Jid;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.jid.parts.Resourcepart;

/** Reads addresses such as {@code xmpp://bot@example.org/rooms.example.org?nick=bot}. */
final class XmppAddress {
  /** The environment variable of the password. */
  static final String PASSWORD = "PARLEY_XMPP_PASSWORD";

  private static final String FORM = "xmpp://account@domain/group-chat-service";
  private static final String NICKNAME = "parley";
  private static final int MAX_PORT = 65_535;
  private static final SortedSet<String> OPTIONS =
      Collections.unmodifiableSortedSet(
          new TreeSet<>(List.of("ca", "host", "nick", "tls", "trusted")));
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|::1|\\[::1]");

  private XmppAddress() {}

  /** Reads an address, and checks the rooms that it names. */
  static ChatAddress of(URI uri) {
    ChatAddress address = ChatAddress.of(uri, OPTIONS);
    address.rooms().values().forEach(XmppAddress::checkRoom);
    address.option("presence").ifPresent(XmppAddress::checkRoom);
    return address;
  }

  private static void checkRoom(String room) {
    String normal = valid("room", room, JidCreate::entityBareFromOrThrowUnchecked).toString();
    if (!normal.equals(room)) {
      throw refusal("the room '" + room + "' is written " + normal);
    }
  }

  /** The account of an address, with its password. */
  static XmppSettings settings(ChatAddress address, ChatSecrets secrets) {
    if (address.user().isEmpty() || address.host().isEmpty() || address.path().isEmpty()) {
      throw refusal("an address is " + FORM);
    }
    return new XmppSettings(
        server(address),
        valid(
            "account",
            address.user() + "@" + address.host(),
            JidCreate::entityBareFromOrThrowUnchecked),
        secrets.get(PASSWORD),
        valid("group chat service", address.path(), XmppAddress::domain),
        valid("nick", address.option("nick").orElse(NICKNAME), Resourcepart::fromOrThrowUnchecked),
        trusted(address));
  }

  private static XmppServer server(ChatAddress address) {
    String host = address.option("host").orElse("");
    String reached = host.isEmpty() ? address.host() : host;
    boolean isPlain = address.option("tls").isPresent();
    if (isPlain && !address.option("tls").orElse("").equals("off")) {
      throw refusal("the option 'tls' can be 'off' alone");
    }
    if (address.port() == 0 || address.port() > MAX_PORT) {
      throw refusal("there is no port " + address.port());
    }
    if (isPlain && !LOOPBACK.matcher(reached).matches()) {
      throw refusal("tls=off is for a server on this machine, not for " + reached);
    }
    return new XmppServer(
        address.host(), host, address.port(), isPlain, address.option("ca").map(XmppTrust::of));
  }

  private static Set<BareJid> trusted(ChatAddress address) {
    Set<BareJid> accounts = new HashSet<>();
    for (String account : address.option("trusted").orElse("").split(",", -1)) {
      if (!account.isBlank()) {
        accounts.add(valid("trusted", account.strip(), JidCreate::entityBareFromOrThrowUnchecked));
      }
    }
    return Set.copyOf(accounts);
  }

  private static DomainBareJid domain(String text) {
    Jid read = JidCreate.fromOrThrowUnchecked(text);
    if (!read.isDomainBareJid()) {
      throw new IllegalArgumentException("more than a domain");
    }
    return read.asDomainBareJid();
  }

  private static <T> T valid(String what, String text, Function<String, T> read) {
    try {
      return read.apply(text);
    } catch (IllegalArgumentException wrong) {
      throw refusal("'" + text + "' is no XMPP address (" + what + ")");
    }
  }

  private static RuntimeException refusal(String reason) {
    return InvalidArgument.refusal("bus", reason);
  }
}
