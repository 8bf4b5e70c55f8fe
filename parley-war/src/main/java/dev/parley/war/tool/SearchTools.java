package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.message.DurableTopics;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.StoredMessage;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.wire.JsonTypes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The search in what was said and kept: by its words, or by what it answers. */
final class SearchTools {
  private static final Param<String> QUERY =
      Param.text("query", SearchQuery.MAX_TEXT, "The words; required without thread.");
  private static final Param<RoomName> TOPIC =
      Param.optional(
          "topic",
          RoomName::of,
          JsonTypes.pattern(RoomName.PATTERN, "Only this topic; default: all."));
  private static final Param<AgentId> FROM =
      Param.optional(
          "from", AgentId::of, JsonTypes.text(AgentId.MAX_LENGTH, "Only of this agent."));
  private static final Param<Long> BEFORE = Param.integer("before", 1, "Only before this seq.");
  private static final Param<Long> LIMIT =
      Param.integer("limit", 1, SearchQuery.MAX_FOUND, "Default 20.");
  private static final Param<MessageId> THREAD =
      Param.optional(
          "thread",
          MessageId::new,
          JsonTypes.text(
              TopicTools.MAX_ID,
              "The id of a message of topic: its thread, at most "
                  + DurableTopics.MAX_OF_A_THREAD
                  + " messages. Only topic goes with it."));

  private static final RecordSchema<SearchResult> FOUND =
      new RecordSchema<SearchResult>()
          .with(
              "messages",
              JsonTypes.arrayOf(JsonTypes.object("As parley_fetch_recent of the set bus has it.")),
              found -> TopicTools.MESSAGE.ofAll(found.messages()))
          .with("truncated", JsonTypes.flag(), SearchResult::truncated)
          .ifPresent(
              "before", JsonTypes.integer(), found -> found.before().stream().boxed().findFirst());

  private SearchTools() {}

  static List<ToolDefinition> all() {
    return List.of(searchMessages());
  }

  private static ToolDefinition searchMessages() {
    return ToolDefinition.named("search_messages", "Search messages")
        .described(
            "Find stored messages of durable rooms. With query: those with all its"
                + " words, each whole or as a beginning, newest first. With topic and"
                + " thread instead: a message and all replies to it, in order. In one"
                + " topic, call again with before while truncated.")
        .hinting(ToolBehavior.READS)
        .takes(QUERY, TOPIC, FROM, BEFORE, LIMIT, THREAD)
        .answers(FOUND)
        .does(call -> FOUND.fields(fitting(found(call), call)));
  }

  private static SearchResult found(ToolCall call) {
    DurableTopics topics = call.connection().topics();
    Optional<MessageId> thread = call.find(THREAD);
    return thread.isPresent() ? thread(topics, thread.get(), call) : topics.search(query(call));
  }

  private static SearchResult thread(DurableTopics topics, MessageId root, ToolCall call) {
    for (Param<?> other : List.of(QUERY, FROM, BEFORE, LIMIT)) {
      if (call.has(other)) {
        throw InvalidArgument.refusal(
            other.name(), "it does not go with 'thread'; leave one of them out");
      }
    }
    return topics.thread(call.get(TOPIC), root);
  }

  private static SearchQuery query(ToolCall call) {
    SearchQuery query = SearchQuery.of(call.get(QUERY));
    Optional<RoomName> topic = call.find(TOPIC);
    if (topic.isPresent()) {
      query = query.in(topic.get());
    }
    Optional<AgentId> from = call.find(FROM);
    if (from.isPresent()) {
      query = query.from(from.get());
    }
    Optional<Long> before = call.find(BEFORE);
    if (before.isPresent()) {
      query = query.before(before.get());
    }
    Optional<Long> limit = call.find(LIMIT);
    return limit.isPresent() ? query.atMost(Math.toIntExact(limit.get())) : query;
  }

  /**
   * The first of {@code found} that one answer holds: of a search the newest, in one topic the rest
   * stands before them; of a thread the oldest.
   */
  private static SearchResult fitting(SearchResult found, ToolCall call) {
    List<StoredMessage> all = found.messages();
    List<StoredMessage> some = ToolPaging.fitting(all, call, TopicTools.MESSAGE);
    if (some.size() == all.size()) {
      return found;
    }
    OptionalLong before =
        call.has(TOPIC) && !call.has(THREAD)
            ? OptionalLong.of(some.get(some.size() - 1).message().seq())
            : OptionalLong.empty();
    return new SearchResult(some, true, before);
  }
}
