package dev.parley.chat.zulip;

import dev.parley.chat.http.ChatHttp;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message that may answer another one. Zulip has no answers, so an agent's one begins with a link
 * to the other message, {@code **alice:** [re](#narrow/channel/7/topic/plans/near/42) Yes}, and a
 * person's one with the quote that the button "Quote message" makes.
 *
 * @param inReplyTo the id of the other message
 * @param text the text without the link or quote, as agents write it
 */
record ZulipReply(Optional<String> inReplyTo, String text) {
  private static final String NEAR = "#narrow/[^)\\s]{1,1000}/near/(?<id>\\d{1,18})";

  /** The prefix by which people see the agent. */
  private static final Pattern PREFIX = Pattern.compile("^\\*\\*[^*\\n]{1,118}:\\*\\*\\s");

  private static final Pattern LINK = Pattern.compile("^\\[re\\]\\(" + NEAR + "\\) ");

  /** The first line names the author with a word in the language of the reader, then the quote. */
  private static final Pattern QUOTE =
      Pattern.compile(
          "^@_\\*\\*[^*\\n]{1,200}\\*\\*[^\\n\\[]{0,80}\\[[^\\]\\n]{0,80}\\]\\([^)\\s]{0,300}?"
              + NEAR
              + "[^)\\s]{0,100}\\)[^\\n]{0,300}\\n"
              + "(?<fence>`{3,64}|~{3,64})quote\\n(?s:.*?)\\n\\k<fence>[ \\t]*(?:\\n|$)");

  /** The link to a message. */
  static String link(ZulipChannel channel, String topic, String id) {
    String name = ChatHttp.encode(topic).replace(".", "%2E").replace('%', '.');
    return "[re](#narrow/channel/" + channel.id() + "/topic/" + name + "/near/" + id + ") ";
  }

  /** Reads what a Parley sent; empty where the content has no prefix. */
  static Optional<ZulipReply> ofParley(String content) {
    Matcher prefix = PREFIX.matcher(content);
    if (!prefix.find()) {
      return Optional.empty();
    }
    String rest = content.substring(prefix.end());
    Matcher link = LINK.matcher(rest);
    boolean isAnswer = link.find();
    String body = ZulipText.unmarked(isAnswer ? rest.substring(link.end()) : rest);
    return Optional.of(
        new ZulipReply(
            isAnswer ? Optional.of(link.group("id")) : Optional.empty(), prefix.group() + body));
  }

  /** Reads what a person or another bot wrote. A quote without more words stays as it is. */
  static ZulipReply ofPerson(String content) {
    Matcher quote = QUOTE.matcher(content);
    if (!quote.find()) {
      return new ZulipReply(Optional.empty(), ZulipText.ofPerson(content));
    }
    String rest = content.substring(quote.end()).strip();
    return new ZulipReply(
        Optional.of(quote.group("id")), ZulipText.ofPerson(rest.isEmpty() ? content : rest));
  }
}
