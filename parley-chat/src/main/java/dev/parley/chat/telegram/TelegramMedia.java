package dev.parley.chat.telegram;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Words for what a message has beside its text. */
final class TelegramMedia {
  /**
   * A kind of media.
   *
   * @param field the field of the message
   * @param word the word for it
   * @param detail the field of the media that says more; empty for none
   */
  private record Kind(String field, String word, String detail) {}

  /** An animation has a document too, and a venue a location, so the order counts. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind("animation", "animation", "file_name"),
          new Kind("audio", "audio", "title"),
          new Kind("document", "document", "file_name"),
          new Kind("paid_media", "paid media", ""),
          new Kind("photo", "photo", ""),
          new Kind("sticker", "sticker", "emoji"),
          new Kind("story", "story", ""),
          new Kind("video", "video", "file_name"),
          new Kind("video_note", "video message", ""),
          new Kind("voice", "voice message", ""),
          new Kind("checklist", "checklist", "title"),
          new Kind("contact", "contact", "first_name"),
          new Kind("dice", "dice", "emoji"),
          new Kind("game", "game", "title"),
          new Kind("poll", "poll", "question"),
          new Kind("venue", "venue", "title"),
          new Kind("location", "location", ""));

  private TelegramMedia() {}

  /** The words for the media of a message, for example {@code [document plan.pdf]}. */
  static Optional<String> of(JsonNode message) {
    return KINDS.stream()
        .filter(kind -> message.has(kind.field()))
        .findFirst()
        .map(kind -> words(kind, message.path(kind.field())));
  }

  private static String words(Kind kind, JsonNode media) {
    String detail = kind.detail().isEmpty() ? "" : media.path(kind.detail()).asString("");
    return "[" + kind.word() + (detail.isEmpty() ? "" : " " + detail) + "]";
  }
}
