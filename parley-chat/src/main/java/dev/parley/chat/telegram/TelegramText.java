package dev.parley.chat.telegram;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Texts with entities, whose offsets count UTF-16 units, as Markdown. */
final class TelegramText {
  private static final String QUOTE = "> ";

  /** A part of a text, and what stands before and after it. */
  private record Span(int begin, int end, String before, String after) {}

  private TelegramText() {}

  /** The text in the Markdown that agents write. */
  static String markdown(String text, JsonNode entities) {
    List<Span> spans = new ArrayList<>();
    for (JsonNode entity : entities) {
      span(text, entity).ifPresent(spans::add);
    }
    if (spans.isEmpty()) {
      return text;
    }
    spans.sort(
        Comparator.comparingInt(Span::begin).thenComparing(Span::end, Comparator.reverseOrder()));
    return marked(text, spans);
  }

  private static String marked(String text, List<Span> spans) {
    StringBuilder marked = new StringBuilder();
    Deque<Span> open = new ArrayDeque<>();
    int next = 0;
    for (int i = 0; i <= text.length(); i++) {
      while (!open.isEmpty() && open.peek().end() <= i) {
        marked.append(open.pop().after());
      }
      while (next < spans.size() && spans.get(next).begin() == i) {
        open.push(spans.get(next));
        marked.append(spans.get(next).before());
        next++;
      }
      if (i < text.length()) {
        marked.append(text.charAt(i));
        boolean isQuoted = open.stream().anyMatch(span -> span.before().equals(QUOTE));
        if (text.charAt(i) == '\n' && isQuoted) {
          marked.append(QUOTE);
        }
      }
    }
    return marked.toString();
  }

  private static Optional<Span> span(String text, JsonNode entity) {
    int begin = Math.max(entity.path("offset").asInt(0), 0);
    int end = (int) Math.min((long) begin + entity.path("length").asInt(0), text.length());
    while (begin < end && Character.isWhitespace(text.charAt(begin))) {
      begin++;
    }
    while (begin < end && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return begin < end ? span(begin, end, text.substring(begin, end), entity) : Optional.empty();
  }

  private static Optional<Span> span(int begin, int end, String words, JsonNode entity) {
    return switch (entity.path("type").asString("")) {
      case "bold" -> Optional.of(new Span(begin, end, "**", "**"));
      case "italic" -> Optional.of(new Span(begin, end, "*", "*"));
      case "strikethrough" -> Optional.of(new Span(begin, end, "~~", "~~"));
      case "blockquote", "expandable_blockquote" -> Optional.of(new Span(begin, end, QUOTE, ""));
      case "code" -> {
        String fence = words.contains("`") ? "``" : "`";
        yield Optional.of(new Span(begin, end, fence, fence));
      }
      case "pre" ->
          Optional.of(
              new Span(begin, end, "```" + entity.path("language").asString("") + "\n", "\n```"));
      case "text_link" ->
          Optional.of(new Span(begin, end, "[", "](" + entity.path("url").asString("") + ")"));
      case "text_mention" ->
          words.startsWith("@") ? Optional.empty() : Optional.of(new Span(begin, end, "@", ""));
      default -> Optional.empty();
    };
  }
}
