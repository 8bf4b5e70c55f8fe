package dev.parley.chat.discord;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads what a person wrote: names instead of ids, and files as links. */
final class DiscordText {
  private static final Pattern TAG =
      Pattern.compile(
          "<(?:@!?(?<user>\\d{1,20})|@&(?<role>\\d{1,20})|#(?<channel>\\d{1,20})"
              + "|a?:(?<emoji>\\w{1,64}):\\d{1,20}"
              + "|t:(?<time>-?\\d{1,13})(?::[tTdDfFsSR])?"
              + "|/(?<command>[^:<>]{1,100}):\\d{1,20})>");

  private final DiscordNames names;

  DiscordText(DiscordNames names) {
    this.names = names;
  }

  /** The text of a message. */
  String of(JsonNode message) {
    StringBuilder text = new StringBuilder(readable(message.path("content").asString(""), message));
    for (JsonNode file : message.path("attachments")) {
      String name = file.path("filename").asString("file");
      line(text, "[" + plain(name) + "](" + file.path("url").asString("") + ")");
    }
    for (JsonNode sticker : message.path("sticker_items")) {
      line(text, "[" + plain(sticker.path("name").asString("sticker")) + "]");
    }
    for (JsonNode forward : message.path("message_snapshots")) {
      JsonNode forwarded = forward.path("message");
      line(text, readable(forwarded.path("content").asString(""), forwarded));
    }
    if (text.length() == 0) {
      message.path("embeds").forEach(embed -> line(text, embed(embed)));
    }
    return text.toString();
  }

  /** The title and text of a card, which is all that some bots send. */
  private static String embed(JsonNode embed) {
    StringBuilder text = new StringBuilder();
    String title = embed.path("title").asString("");
    String url = embed.path("url").asString("");
    if (!title.isEmpty()) {
      line(text, url.isEmpty() ? "**" + title + "**" : "[" + plain(title) + "](" + url + ")");
    }
    line(text, embed.path("description").asString(""));
    for (JsonNode field : embed.path("fields")) {
      line(text, "**" + field.path("name").asString("") + "** " + field.path("value").asString(""));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String line) {
    if (!line.isBlank()) {
      text.append(text.length() == 0 ? "" : "\n").append(line);
    }
  }

  private static String plain(String name) {
    return name.replace("[", "\\[").replace("]", "\\]");
  }

  private String readable(String content, JsonNode message) {
    Map<String, String> users = new HashMap<>();
    for (JsonNode user : message.path("mentions")) {
      users.put(DiscordGuild.id(user), user.path("username").asString(""));
    }
    Matcher tag = TAG.matcher(content);
    StringBuilder text = new StringBuilder();
    while (tag.find()) {
      tag.appendReplacement(text, Matcher.quoteReplacement(word(tag, users).orElseGet(tag::group)));
    }
    return tag.appendTail(text).toString();
  }

  private Optional<String> word(Matcher tag, Map<String, String> users) {
    String user = tag.group("user");
    String role = tag.group("role");
    String channel = tag.group("channel");
    String emoji = tag.group("emoji");
    String time = tag.group("time");
    if (user != null) {
      return Optional.ofNullable(users.get(user)).filter(name -> !name.isEmpty()).map("@"::concat);
    }
    if (role != null) {
      return names.role(role).map(name -> name.startsWith("@") ? name : "@" + name);
    }
    if (channel != null) {
      return names.channel(channel).map("#"::concat);
    }
    if (emoji != null) {
      return Optional.of(":" + emoji + ":");
    }
    return Optional.of(
        time == null
            ? "/" + tag.group("command")
            : Instant.ofEpochSecond(Long.parseLong(time)).toString());
  }
}
