package dev.parley.war.tool;

import dev.parley.agent.Connection;
import dev.parley.agent.Inbox;
import dev.parley.agent.InboxBatch;
import dev.parley.event.Event;
import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.page.PageSize;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * The set {@code inbox}: polling for clients that show no pushes. One call is answered when
 * something comes; others acknowledge, follow a message and find it again.
 */
public final class InboxTools {
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(30);

  private static final Param<Long> RECEIVED =
      Param.integer("received", 0, "The next of the last answer; default: you got it.");
  private static final Param<Duration> BLOCK_MS = TopicTools.blockMs(DEFAULT_WAIT);

  private static final RecordSchema<Message> MESSAGE =
      new RecordSchema<Message>()
          .with("room", JsonTypes.string(), message -> message.topic().name())
          .with("fromNickname", JsonTypes.string(), message -> message.sender().shownAs())
          .with("fromAgent", JsonTypes.string(), message -> message.sender().agent().value())
          .unlisted("verified", message -> message.sender().isVerified())
          .with("seq", JsonTypes.integer(), Message::seq)
          .with("messageId", JsonTypes.string(), message -> message.id().value())
          .with("sentAt", JsonTypes.string(), message -> Timestamps.iso(message.sentAt()))
          .with("body", JsonTypes.string(), Message::text)
          .ifPresent(
              "inReplyTo",
              JsonTypes.string(),
              message -> message.draft().inReplyTo().map(MessageId::value));

  private static final RecordSchema<InboxBatch> BATCH =
      new RecordSchema<InboxBatch>()
          .with(
              "messages",
              JsonTypes.arrayOf(MESSAGE.schema()),
              batch -> MESSAGE.ofAll(batch.messages()))
          .with(
              "direct",
              JsonTypes.arrayOf(JsonTypes.object("As get_messages of the set team has it.")),
              batch -> MessageTools.MESSAGE.ofAll(batch.direct()))
          .with("lost", JsonTypes.integer("Messages you can no longer get."), InboxBatch::lost)
          .with("next", JsonTypes.integer(), InboxBatch::next);

  private InboxTools() {}

  /** The four tools. */
  public static ToolSet set() {
    List<ToolDefinition> tools = new ArrayList<>();
    tools.add(waitForMessages());
    tools.addAll(AcknowledgementTools.all());
    tools.addAll(SearchTools.all());
    return new ToolSet("inbox", tools);
  }

  /** Returns true if an answer holds messages of a wait. */
  static boolean hasMessages(ResultFields answer) {
    return isFilled(answer, "messages") || isFilled(answer, "direct");
  }

  private static boolean isFilled(ResultFields answer, String field) {
    return answer.map().get(field) instanceof List<?> items && !items.isEmpty();
  }

  private static ToolDefinition waitForMessages() {
    return ToolDefinition.named("wait_for_messages", "Wait for messages")
        .described(
            "Wait for new messages of the rooms you joined and of your session."
                + " Returns at once if there are some, else empty lists in the end."
                + " A message comes once, under the id of its push, and not if you"
                + " read or acknowledged it. Give next as received in the next call: what"
                + " did not reach you comes again.")
        .hinting(ToolBehavior.CHANGES)
        .takes(RECEIVED, TopicTools.LIMIT, BLOCK_MS, Caller.AGENT)
        .answers(BATCH)
        .waits(InboxTools::waitForMessages);
  }

  private static CompletionStage<ResultFields> waitForMessages(ToolCall call) {
    OptionalLong received = call.find(RECEIVED).stream().mapToLong(Long::longValue).findFirst();
    Connection reading = call.acting();
    Inbox inbox = reading.inbox();
    PageSize<Event> size =
        ToolPaging.size(call, TopicTools.limit(call), MESSAGE, MessageTools.MESSAGE);
    Duration wait = call.find(BLOCK_MS).orElse(DEFAULT_WAIT);
    return Waited.then(
        inbox.await(received, size, wait),
        batch -> {
          call.caller().desks().handedOut(reading, batch);
          return batch.isEmpty()
              ? BATCH.fields(batch)
              : BATCH.fields(batch).whenNotReceived(() -> inbox.notReceived(batch.next()));
        });
  }
}
