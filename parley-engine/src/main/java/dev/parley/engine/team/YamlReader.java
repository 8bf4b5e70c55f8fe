package dev.parley.engine.team;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads one YAML 1.2 document event by event, so depth and aliases are refused before they cost
 * anything. Aliases of a node share it, however many there are.
 */
final class YamlReader {
  /** The maximum nesting of lists and maps; the files need five. */
  static final int MAX_DEPTH = 16;

  /** The maximum number of aliases in a file. */
  static final int MAX_ALIASES = 256;

  /** The escapes that the parser takes for hexadecimal numbers of an int, and are none. */
  private static final Pattern NO_NUMBER =
      Pattern.compile("\\\\(?:U[89a-fA-F][0-9a-fA-F]{7}|[xuU]\\z)");

  private static final LoadSettings SETTINGS = LoadSettings.builder().build();
  private static final ScalarResolver MEANINGS = new CoreSchema().getScalarResolver();
  private static final Set<String> PLAIN_TAGS =
      Set.of(Tag.STR.getValue(), Tag.SEQ.getValue(), Tag.MAP.getValue(), "!");

  private final Iterator<Event> events;
  private final Map<Anchor, YamlNode> anchors = new HashMap<>();
  private int aliases;

  private YamlReader(String text) {
    events = new Parse(SETTINGS).parseString(text).iterator();
  }

  /** Reads the document; empty where the text has none, or an empty one. */
  static Optional<YamlNode> read(String text) {
    try {
      return new YamlReader(text).document();
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().or(e::getContextMark).map(mark -> mark.getLine() + 1).orElse(1);
      String context = e.getContext() == null ? "" : e.getContext() + ": ";
      throw new TeamFileException(line, TeamFileException.shown(context + e.getProblem()));
    } catch (ReaderException e) {
      String before = text.substring(0, Math.min(e.getPosition(), text.length()));
      throw new TeamFileException(lines(before), "it holds a character that YAML does not allow");
    } catch (NumberFormatException e) {
      Matcher escape = NO_NUMBER.matcher(text);
      throw new TeamFileException(
          escape.find() ? lines(text.substring(0, escape.start())) : 1,
          "an escape sequence is not the number of a character");
    } catch (YamlEngineException e) {
      throw new TeamFileException(1, TeamFileException.shown(String.valueOf(e.getMessage())));
    }
  }

  private static int lines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count() + 1;
  }

  private Optional<YamlNode> document() {
    Optional<YamlNode> root = Optional.empty();
    boolean begun = false;
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
        case DocumentStart -> {
          if (begun) {
            throw new TeamFileException(line(event), "a second document begins; a file has one");
          }
          begun = true;
        }
        default -> root = Optional.of(node(event, 1));
      }
    }
    return root.filter(
        node ->
            !(node instanceof YamlNode.Scalar text && text.meaning() == YamlNode.Meaning.NOTHING));
  }

  private YamlNode node(Event event, int depth) {
    if (depth > MAX_DEPTH) {
      throw new TeamFileException(line(event), "it is nested deeper than " + MAX_DEPTH + " levels");
    }
    return switch (event.getEventId()) {
      case Scalar -> anchored(((ScalarEvent) event).getAnchor(), scalar((ScalarEvent) event));
      case Alias -> aliased((AliasEvent) event);
      case SequenceStart, MappingStart -> collection((CollectionStartEvent) event, depth);
      default -> throw new TeamFileException(line(event), "something else was expected here");
    };
  }

  private YamlNode scalar(ScalarEvent event) {
    refuseTag(event, event.getTag());
    boolean plain = event.isPlain() && event.getTag().isEmpty();
    return new YamlNode.Scalar(line(event), event.getValue(), meaning(event.getValue(), plain));
  }

  private static YamlNode.Meaning meaning(String text, boolean plain) {
    Tag tag = MEANINGS.resolve(text, plain);
    if (!plain || tag.equals(Tag.STR)) {
      return YamlNode.Meaning.TEXT;
    } else if (tag.equals(Tag.NULL)) {
      return YamlNode.Meaning.NOTHING;
    } else if (tag.equals(Tag.BOOL)) {
      return text.equalsIgnoreCase("true") ? YamlNode.Meaning.TRUE : YamlNode.Meaning.FALSE;
    }
    return tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)
        ? YamlNode.Meaning.NUMBER
        : YamlNode.Meaning.TEXT;
  }

  private YamlNode aliased(AliasEvent event) {
    aliases++;
    if (aliases > MAX_ALIASES) {
      throw new TeamFileException(line(event), "it has more than " + MAX_ALIASES + " aliases");
    }
    return Optional.ofNullable(anchors.get(event.getAlias()))
        .orElseThrow(
            () ->
                new TeamFileException(
                    line(event),
                    "the alias *"
                        + TeamFileException.shown(event.getAlias().getValue())
                        + " names nothing that ended before it"));
  }

  private YamlNode collection(CollectionStartEvent event, int depth) {
    refuseTag(event, event.getTag());
    // An incomplete node has no anchor: no node contains itself.
    event.getAnchor().ifPresent(anchors::remove);
    YamlNode whole =
        event.getEventId() == Event.ID.SequenceStart ? items(event, depth) : fields(event, depth);
    return anchored(event.getAnchor(), whole);
  }

  private YamlNode items(Event start, int depth) {
    List<YamlNode> nodes = new ArrayList<>();
    Event event = events.next();
    while (event.getEventId() != Event.ID.SequenceEnd) {
      nodes.add(node(event, depth + 1));
      event = events.next();
    }
    return new YamlNode.Items(line(start), nodes);
  }

  private YamlNode fields(Event start, int depth) {
    Map<String, YamlNode.Field> byKey = new LinkedHashMap<>();
    Event event = events.next();
    while (event.getEventId() != Event.ID.MappingEnd) {
      int line = line(event);
      if (!(node(event, depth + 1) instanceof YamlNode.Scalar key)) {
        throw new TeamFileException(line, "a key must be a text");
      }
      if (key.text().equals("<<")) {
        throw new TeamFileException(line, "the merge key << is no part of YAML 1.2; use extends");
      }
      YamlNode.Field field = new YamlNode.Field(line, node(events.next(), depth + 1));
      if (byKey.putIfAbsent(key.text(), field) != null) {
        throw new TeamFileException(
            line, "the key \"" + TeamFileException.shown(key.text()) + "\" is there twice");
      }
      event = events.next();
    }
    return new YamlNode.Fields(line(start), byKey);
  }

  private YamlNode anchored(Optional<Anchor> anchor, YamlNode node) {
    anchor.ifPresent(name -> anchors.put(name, node));
    return node;
  }

  private static void refuseTag(Event event, Optional<String> tag) {
    tag.filter(name -> !PLAIN_TAGS.contains(name))
        .ifPresent(
            name -> {
              throw new TeamFileException(
                  line(event), "the tag " + TeamFileException.shown(name) + " is not understood");
            });
  }

  private static int line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }
}
