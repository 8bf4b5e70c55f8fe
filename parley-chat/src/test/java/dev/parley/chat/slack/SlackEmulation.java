package dev.parley.chat.slack;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatEmulation;
import dev.parley.chat.RoomNames;
import dev.parley.chat.emulator.Faults;
import dev.parley.message.TopicName;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The emulated workspace, with one app of a Parley. */
final class SlackEmulation implements ChatEmulation {
  static final SlackTimes QUICK =
      new SlackTimes(
          Duration.ofSeconds(5),
          Duration.ofMillis(20),
          Duration.ofMillis(200),
          Duration.ofMillis(50),
          Duration.ofMinutes(5),
          Duration.ofMinutes(1));

  private final SlackEmulator emulator;
  private final SlackEmulatorApp app;

  SlackEmulation() throws InterruptedException {
    emulator = new SlackEmulator();
    app = emulator.workspace().install("parley");
  }

  SlackEmulator emulator() {
    return emulator;
  }

  SlackEmulatorApp app() {
    return app;
  }

  @Override
  public SlackChat system() {
    return system(app, "slack://workspace?create=on", QUICK);
  }

  /** The system at an address, as an app. */
  SlackChat system(SlackEmulatorApp as, String address, SlackTimes times) {
    return new SlackChat(
        ChatAddress.of(URI.create(address), Set.of(SlackChat.CREATE, SlackChat.TRUSTED)),
        as.tokens(),
        emulator.api(),
        times);
  }

  SlackEmulatorChannel channel(TopicName topic) {
    String name = RoomNames.of(topic, SlackRooms.MAX_NAME);
    SlackEmulatorWorkspace workspace = emulator.workspace();
    synchronized (workspace) {
      return workspace
          .named(name)
          .orElseGet(() -> workspace.create(name, false, workspace.person("owner")));
    }
  }

  @Override
  public String write(TopicName topic, String person, String text, Optional<String> inReplyTo) {
    SlackEmulatorWorkspace workspace = emulator.workspace();
    synchronized (workspace) {
      SlackEmulatorChannel channel = channel(topic);
      String user = workspace.person(person);
      workspace.join(channel, user);
      ObjectNode message =
          SlackEmulatorWorkspace.message(
              user, SlackEmulatorText.stored(SlackEmulatorText.typed(text)));
      inReplyTo.ifPresent(id -> message.put("thread_ts", thread(channel, id)));
      return workspace.add(channel, message).path("ts").asString("");
    }
  }

  /** The thread in which a person answers a message. */
  private static String thread(SlackEmulatorChannel channel, String id) {
    return channel.messages.get(SlackEmulatorChannel.micros(id)).path("thread_ts").asString(id);
  }

  @Override
  public List<Seen> room(TopicName topic) {
    List<Seen> seen = new ArrayList<>();
    synchronized (emulator.workspace()) {
      for (ObjectNode message : channel(topic).messages.values()) {
        if (!message.path("subtype").asString("").equals("channel_join")) {
          seen.add(seen(message));
        }
      }
    }
    return seen;
  }

  private Seen seen(ObjectNode message) {
    String ts = message.path("ts").asString("");
    String author =
        emulator
            .workspace()
            .user(message.path("user").asString(""))
            .map(user -> user.path("profile").path("display_name").asString(""))
            .orElse("");
    // Threads are flat: the exact message that a Parley answers is in the metadata.
    JsonNode exact = message.path("metadata").path("event_payload").path("in_reply_to");
    String answered = exact.asString(message.path("thread_ts").asString(ts));
    return new Seen(
        ts,
        author,
        SlackEmulatorText.shown(message.path("text").asString("")),
        answered.equals(ts) ? Optional.empty() : Optional.of(answered));
  }

  @Override
  public void cut() {
    emulator.sockets().cut();
  }

  @Override
  public void away(boolean isAway) {
    emulator.away(isAway);
  }

  @Override
  public Faults faults() {
    return emulator.faults();
  }

  @Override
  public void close() {
    emulator.close();
  }

  /** The system of another Parley, with an app of its own, that trusts this one. */
  SlackChat otherParley(SlackEmulatorApp as) {
    return system(as, "slack://?create=on&trusted=" + app.user, QUICK);
  }
}
