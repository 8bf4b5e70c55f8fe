package dev.parley.chat.matrix;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.chat.RoomNames;
import dev.parley.chat.emulator.Faults;
import dev.parley.message.TopicName;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Matrix as the tests see it: the emulator, the account of a Parley, and people. */
final class MatrixEmulation implements ChatEmulation {
  /** The account of a Parley. */
  static final String PARLEY = "@parley:" + MatrixEmulatorWorld.SERVER;

  /** Its password. */
  static final String PASSWORD = "correct horse";

  private final MatrixEmulator emulator = new MatrixEmulator();
  private final String token;

  MatrixEmulation() {
    emulator.accounts().add(PARLEY, PASSWORD);
    token = emulator.accounts().token(PARLEY, "TOKEN");
  }

  MatrixEmulator emulator() {
    return emulator;
  }

  /** The access token of the account. */
  String token() {
    return token;
  }

  /** The address of a Parley, with further options. */
  URI address(String options) {
    return URI.create(
        emulator.address().replace("http://", "matrix://parley@") + "?tls=off" + options);
  }

  /** The system with an access token, at an address with further options. */
  MatrixChat system(String options) {
    return system(options, Map.of(MatrixCredentials.TOKEN, token));
  }

  /** The system with secrets. */
  MatrixChat system(String options, Map<String, String> secrets) {
    return new MatrixChat(
        MatrixSettings.of(address(options)), MatrixCredentials.of(new ChatSecrets(secrets::get)));
  }

  @Override
  public ChatSystem system() {
    return system("");
  }

  /** The room of a topic, which a person makes where it is absent. */
  MatrixEmulatorRoom roomOf(TopicName topic, String maker) {
    synchronized (emulator.world()) {
      String name = RoomNames.of(topic, 60);
      return emulator
          .world()
          .find("#" + name + ":" + MatrixEmulatorWorld.SERVER)
          .orElseGet(() -> emulator.world().make(maker, name, topic.name(), "public_chat"));
    }
  }

  /** The id of a person, whose name is known from then on. */
  String person(String name) {
    String user =
        "@"
            + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", ".")
            + ":"
            + MatrixEmulatorWorld.SERVER;
    emulator.world().name(user, name);
    return user;
  }

  @Override
  public String write(TopicName topic, String person, String text, Optional<String> inReplyTo) {
    String user = person(person);
    ObjectNode content = MatrixJson.object().put("msgtype", "m.text");
    content.put("body", inReplyTo.map(id -> "> <" + PARLEY + "> said\n\n" + text).orElse(text));
    inReplyTo.ifPresent(
        id -> content.putObject("m.relates_to").putObject("m.in_reply_to").put("event_id", id));
    return emulator.world().write(roomOf(topic, user), user, content);
  }

  @Override
  public List<Seen> room(TopicName topic) {
    synchronized (emulator.world()) {
      return emulator
          .world()
          .find("#" + RoomNames.of(topic, 60) + ":" + MatrixEmulatorWorld.SERVER)
          .map(
              room ->
                  room.events().stream()
                      .filter(MatrixEmulation::isMessage)
                      .map(MatrixEmulation::seen)
                      .toList())
          .orElse(List.of());
    }
  }

  private static boolean isMessage(MatrixEmulatorEvent event) {
    return event.type().equals("m.room.message");
  }

  private static Seen seen(MatrixEmulatorEvent event) {
    String answered =
        MatrixJson.text(event.content().path("m.relates_to").path("m.in_reply_to"), "event_id");
    return new Seen(
        event.id(),
        event.sender(),
        MatrixJson.text(event.content(), "body"),
        Optional.of(answered).filter(id -> !id.isEmpty()));
  }

  @Override
  public void cut() {
    emulator.sync().cut();
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
}
