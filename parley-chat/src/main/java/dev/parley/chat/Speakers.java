package dev.parley.chat;

import dev.parley.engine.id.Sha256;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.message.Sender;
import java.util.regex.Pattern;

/**
 * The senders of messages that come from a chat system. A person is the agent {@code slack.zoe}:
 * the system and the account, so that nobody there is taken for an agent of this Parley. The system
 * has logged the account in, so the sender is verified. It has no nickname, as it is no member of
 * the room.
 */
final class Speakers {
  private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._-]+");
  private static final int MAX_READABLE = 50;
  private static final int HASH = 10;

  private final String system;

  Speakers(String system) {
    this.system = system;
  }

  /** The person of an account. */
  Sender person(ChatAuthor author) {
    String whole = system + "." + author.id();
    String folded = OTHER.matcher(whole).replaceAll("-");
    boolean isReadable = folded.equals(whole) && whole.length() <= AgentId.MAX_LENGTH;
    String agent =
        isReadable
            ? whole
            : folded.substring(0, Math.min(MAX_READABLE, folded.length()))
                + "-"
                + Sha256.hex(whole).substring(0, HASH);
    return new Sender(AgentId.of(agent), Nickname.NONE, connection(whole, true));
  }

  /** An agent of another Parley, by its envelope or prefix. */
  Sender agent(String agent, String nickname, boolean isVerified) {
    Nickname shown =
        nickname.equals(Nickname.NONE.value()) ? Nickname.NONE : new Nickname(nickname);
    return new Sender(AgentId.of(agent), shown, connection(agent, isVerified));
  }

  private ConnectionId connection(String who, boolean isVerified) {
    return ConnectionId.of(system + "-" + Sha256.hex(who).substring(0, 2 * HASH), isVerified);
  }
}
