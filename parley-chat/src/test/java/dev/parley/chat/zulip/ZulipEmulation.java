package dev.parley.chat.zulip;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.chat.RoomNames;
import dev.parley.chat.emulator.Faults;
import dev.parley.chat.zulip.ZulipWorld.Channel;
import dev.parley.chat.zulip.ZulipWorld.Post;
import dev.parley.chat.zulip.ZulipWorld.User;
import dev.parley.message.TopicName;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Zulip server with the channel agents, and the bot of a Parley. */
final class ZulipEmulation implements ChatEmulation {
  private static final Duration FIRST_WAIT = Duration.ofMillis(20);
  private static final Pattern NEAR = Pattern.compile("#narrow/[^)\\s]+/near/(\\d+)\\)");

  final ZulipEmulator emulator = new ZulipEmulator();
  final ZulipWorld world = emulator.world;
  final Channel channel = world.addChannel("agents");
  final User bot = world.user("parley-bot@127.0.0.1", "Parley", true);

  /** An address of the channel, with further options. */
  URI address(String options) {
    String authority = emulator.server.address().substring("http://".length());
    return URI.create("zulip://parley-bot@" + authority + "/agents?tls=off" + options);
  }

  /** A login by an address. */
  ChatSystem system(URI address) {
    return new ZulipChat(ZulipAddress.of(address), bot.key(), FIRST_WAIT);
  }

  /** A login through the provider, with a key. */
  static ChatSystem system(URI address, String key) {
    return new ZulipBackendProvider()
        .system(
            address, new ChatSecrets(name -> name.equals(ZulipBackendProvider.KEY) ? key : null));
  }

  @Override
  public ChatSystem system() {
    return system(address(""));
  }

  /** A person. */
  User person(String name) {
    String account = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    return world.user(account + "@example.org", name, false);
  }

  /** The Zulip topic of a room that the address does not name. */
  static String zulipTopic(TopicName topic) {
    return RoomNames.of(topic, ZulipAddress.MAX_TOPIC);
  }

  @Override
  public String write(TopicName topic, String person, String text, Optional<String> inReplyTo) {
    return write(zulipTopic(topic), person, inReplyTo.map(this::quote).orElse("") + text);
  }

  /** Has a person write to a Zulip topic. */
  String write(String zulipTopic, String person, String content) {
    return Long.toString(world.post(person(person), channel, zulipTopic, content).id);
  }

  /** The beginning of an answer, as the button "Quote message" makes it. */
  String quote(String id) {
    Post quoted =
        world.posts().stream()
            .filter(post -> Long.toString(post.id).equals(id))
            .findFirst()
            .orElseThrow();
    String fence = quoted.content.contains("```") ? "`````" : "```";
    String link = ZulipReply.link(new ZulipChannel(channel.id, ""), quoted.topic, id).strip();
    String address = emulator.server.address() + "/" + link.substring("[re](".length());
    return "@_**"
        + quoted.sender.name()
        + "|"
        + quoted.sender.id()
        + "** [said]("
        + address
        + ":\n"
        + fence
        + "quote\n"
        + quoted.content
        + "\n"
        + fence
        + "\n";
  }

  @Override
  public List<Seen> room(TopicName topic) {
    String name = zulipTopic(topic);
    return room(name);
  }

  /** What people see in a Zulip topic, resolved or not. */
  List<Seen> room(String name) {
    return world.posts().stream()
        .filter(post -> post.topic.equalsIgnoreCase(name) || post.topic.equals("✔ " + name))
        .map(ZulipEmulation::seen)
        .toList();
  }

  private static Seen seen(Post post) {
    Matcher link = NEAR.matcher(post.content);
    return new Seen(
        Long.toString(post.id),
        post.sender.name(),
        post.content,
        link.find() ? Optional.of(link.group(1)) : Optional.empty());
  }

  @Override
  public void cut() {
    world.dropAll();
  }

  @Override
  public void away(boolean isAway) {
    emulator.server.away(isAway);
  }

  @Override
  public Faults faults() {
    return emulator.faults;
  }

  @Override
  public void close() {
    emulator.close();
  }
}
