package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.message.DurableTopics;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.StoredMessage;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
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

  private static final WholeNumber FOUND = new WholeNumber(LIMIT, 1, SearchQuery.MAX_FOUND);

  private SearchTools() {}

  static List<ToolDefinition> all() {
    return List.of(searchMessages());
  }

  private static ToolDefinition searchMessages() {
    return ToolDefinition.named("search_messages", "Search messages")
        .described(
            "Find stored messages of durable rooms. With query: those with all its words, in any"
                + " case, each whole or as a beginning, newest first. With topic and thread"
                + " instead: a message and all replies to it, in order. In one topic, call again"
                + " with before while truncated is true.")
        .hinting(ToolBehavior.READS)
        .takes(
            ObjectSchema.object()
                .optionally(
                    QUERY,
                    JsonTypes.text(SearchQuery.MAX_TEXT, "The words; required without thread."))
                .optionally(
                    TOPIC, JsonTypes.pattern(RoomName.PATTERN, "Only this topic; default: all."))
                .optionally(FROM, JsonTypes.text(MAX_AGENT, "Only messages of this agent."))
                .optionally(
                    BEFORE, JsonTypes.integer(1, "Only messages before this seq of the topic."))
                .optionally(LIMIT, FOUND.schema("Page size; default 20."))
                .optionally(
                    THREAD,
                    JsonTypes.text(
                        BusTools.MAX_ID,
                        "The id of a message of topic: its thread, at most "
                            + DurableTopics.MAX_OF_A_THREAD
                            + " messages. Only topic goes with it.")))
        .answers(
            ObjectSchema.object()
                .with("messages", JsonTypes.arrayOf(BusTools.MESSAGE.schema()))
                .with("truncated", JsonTypes.flag())
                .optionally(BEFORE, JsonTypes.integer()))
        .does(
            (caller, arguments) -> {
              SearchResult found = found(caller.connection().topics(), arguments);
              return answer(fitting(found, caller, arguments));
            });
  }

  private static SearchResult found(DurableTopics bus, Arguments arguments) {
    Optional<MessageId> thread = arguments.optionalValue(THREAD, MessageId::new);
    return thread.isPresent() ? thread(bus, thread.get(), arguments) : bus.search(query(arguments));
  }

  private static SearchResult thread(DurableTopics bus, MessageId root, Arguments arguments) {
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
  private static SearchResult fitting(SearchResult found, Caller caller, Arguments arguments) {
    List<StoredMessage> all = found.messages();
    List<StoredMessage> some = Paging.fitting(all, caller, BusTools.MESSAGE);
    if (some.size() == all.size()) {
      return found;
    }
    OptionalLong before =
        arguments.hasAny(TOPIC) && !arguments.hasAny(THREAD)
            ? OptionalLong.of(some.get(some.size() - 1).message().seq())
            : OptionalLong.empty();
    return new SearchResult(some, true, before);
  }

  private static ResultFields answer(SearchResult found) {
    return ResultFields.none()
        .and("messages", BusTools.MESSAGE.ofAll(found.messages()))
        .and("truncated", found.truncated())
        .ifPresent(BEFORE, found.before().stream().boxed().findFirst());
  }
}
