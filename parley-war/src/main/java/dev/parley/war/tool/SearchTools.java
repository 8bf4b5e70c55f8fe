package dev.parley.war.tool;

import dev.parley.agent.AgentId;
import dev.parley.message.Bus;
import dev.parley.message.Found;
import dev.parley.message.MessageId;
import dev.parley.message.SearchQuery;
import dev.parley.problem.InvalidArgument;
import dev.parley.room.RoomName;
import dev.parley.spi.Stored;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** For what was said and kept: by its words, or by what it answers. */
final class SearchTools {
  private static final String TOPIC = "topic";
  private static final String QUERY = "query";
  private static final String FROM = "from";
  private static final String BEFORE = "before";
  private static final String LIMIT = "limit";
  private static final String THREAD = "thread";

  /** The most characters of the id of an agent. */
  private static final int MAX_AGENT = 64;

  private static final WholeNumber FOUND = new WholeNumber(LIMIT, 1, SearchQuery.MOST_FOUND);

  private SearchTools() {}

  static List<HubTool> all() {
    return List.of(searchMessages());
  }

  private static HubTool searchMessages() {
    return HubTool.named("search_messages", "Search messages")
        .described(
            "Find what was said and kept in durable rooms. With 'query': messages that hold all of"
                + " its words, in upper or lower case, each as a whole or as the beginning of one;"
                + " the newest first. With 'topic' and 'thread' instead: a message and all that"
                + " replies to it, directly or not, in order. Where truncated is true there may be"
                + " more; in one topic, give 'before' of the answer to go on.")
        .hinting(Hints.READS)
        .takes(
            Schema.object()
                .optionally(
                    QUERY,
                    Property.text(
                        SearchQuery.MAX_TEXT, "The words; required unless 'thread' is given."))
                .optionally(
                    TOPIC,
                    Property.pattern(
                        RoomName.PATTERN, "Only this topic; left out, every topic there is."))
                .optionally(FROM, Property.text(MAX_AGENT, "Only what this agent said."))
                .optionally(
                    BEFORE,
                    Property.integer(1, "Only what stands before this position of the topic."))
                .optionally(LIMIT, FOUND.schema("The most messages to return; left out, 20."))
                .optionally(
                    THREAD,
                    Property.text(
                        BusTools.MAX_ID,
                        "The id of a message of the topic: read its thread, at most "
                            + Bus.MOST_OF_A_THREAD
                            + " messages. No other argument but the topic goes with it.")))
        .answers(
            Schema.object()
                .with("messages", Property.arrayOf(BusTools.MESSAGE.schema()))
                .with("truncated", Property.flag("Whether there may be more."))
                .optionally(
                    BEFORE, Property.integer("Give this as 'before' to go on in the topic.")))
        .does(
            (caller, arguments) -> {
              Found found = found(caller.connection().bus(), arguments);
              return answer(fitting(found, caller, arguments));
            });
  }

  private static Found found(Bus bus, Arguments arguments) {
    Optional<MessageId> thread = arguments.optionalValue(THREAD, MessageId::new);
    return thread.isPresent() ? thread(bus, thread.get(), arguments) : bus.search(query(arguments));
  }

  private static Found thread(Bus bus, MessageId root, Arguments arguments) {
    for (String other : List.of(QUERY, FROM, BEFORE, LIMIT)) {
      if (arguments.hasAny(other)) {
        throw InvalidArgument.refusal(other, "it does not go with 'thread'; leave one of them out");
      }
    }
    return bus.thread(arguments.value(TOPIC, RoomName::of), root);
  }

  private static SearchQuery query(Arguments arguments) {
    SearchQuery query = SearchQuery.of(arguments.text(QUERY));
    Optional<RoomName> topic = arguments.optionalValue(TOPIC, RoomName::of);
    if (topic.isPresent()) {
      query = query.in(topic.get());
    }
    Optional<AgentId> from = arguments.optionalValue(FROM, AgentId::of);
    if (from.isPresent()) {
      query = query.from(from.get());
    }
    Optional<Long> before = arguments.integer(BEFORE);
    if (before.isPresent()) {
      query = query.before(before.get());
    }
    return query.atMost(FOUND.orElse(arguments, query.limit()));
  }

  /**
   * The first of {@code found} that one answer holds: of a search the newest, in one topic the rest
   * stands before them; of a thread the oldest.
   */
  private static Found fitting(Found found, Caller caller, Arguments arguments) {
    List<Stored> all = found.messages();
    List<Stored> some = Paging.fitting(all, caller, BusTools.MESSAGE);
    if (some.size() == all.size()) {
      return found;
    }
    OptionalLong before =
        arguments.hasAny(TOPIC) && !arguments.hasAny(THREAD)
            ? OptionalLong.of(some.get(some.size() - 1).message().seq())
            : OptionalLong.empty();
    return new Found(some, true, before);
  }

  private static Fields answer(Found found) {
    return Fields.none()
        .and("messages", BusTools.MESSAGE.ofAll(found.messages()))
        .and("truncated", found.truncated())
        .ifPresent(BEFORE, found.before().stream().boxed().findFirst());
  }
}
