package dev.parley.war.tool;

import dev.parley.message.Arrivals;
import dev.parley.message.Inbox;
import dev.parley.message.Message;
import dev.parley.message.MessageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * The set {@code inbox}: ears for clients that show no pushes. One call is answered when something
 * comes; others acknowledge, follow a message and find it again.
 */
public final class InboxTools {
  private static final Duration USUAL = Duration.ofSeconds(30);

  private static final Row<Message> MESSAGE =
      new Row<Message>()
          .with(
              "room",
              Property.string("The room it was said in."),
              message -> message.topic().name())
          .with(
              "fromNickname",
              Property.string("Who said it, by its name there."),
              message -> message.sender().shownAs())
          .with(
              "fromAgent",
              Property.string("Who said it, by its agent id."),
              message -> message.sender().agent().value())
          .with("seq", Property.integer("Its position in the room."), Message::seq)
          .with("messageId", Property.string("Its id, a ULID."), message -> message.id().value())
          .with(
              "sentAt",
              Property.string("When the server took it, ISO-8601 in UTC."),
              message -> Times.iso(message.sentAt()))
          .with("body", Property.string("What was said."), Message::text)
          .ifPresent(
              "inReplyTo",
              Property.string("The id of the message it answers."),
              message -> message.draft().inReplyTo().map(MessageId::value));

  private InboxTools() {}

  /** The four tools. */
  public static ToolSet set() {
    List<HubTool> tools = new ArrayList<>();
    tools.add(waitForMessages());
    tools.addAll(LedgerTools.all());
    tools.addAll(SearchTools.all());
    return new ToolSet("inbox", tools);
  }

  private static HubTool waitForMessages() {
    return HubTool.named("wait_for_messages", "Wait for messages")
        .described(
            "Wait until somebody says something in any room you are in, or to you or everyone in"
                + " your session, and take it. Answered at once where something is there, from"
                + " before your first call too; with empty lists when the time is over. A message"
                + " comes once, under the id it was pushed with, unless you read or acknowledged"
                + " it. Give 'next' as 'received' the next time: what did not reach you comes"
                + " again.")
        .hinting(Hints.CHANGES)
        .takes(
            Schema.object()
                .optionally(
                    "received",
                    Property.integer(
                        0,
                        "The 'next' of the last answer you got; left out, you got the last one."))
                .optionally(
                    "limit",
                    Property.integer(1, Inbox.MOST, "The most messages to return; left out, 100."))
                .optionally("block_ms", BusTools.blockMs(USUAL.toMillis() + ".")))
        .answers(
            Schema.object()
                .with("messages", Property.arrayOf(MESSAGE.schema()))
                .with("direct", Property.arrayOf(MessageTools.MESSAGE.schema()))
                .with(
                    "lost",
                    Property.integer("How many messages were gone before you could be given them."))
                .with("next", Property.integer("Give this as 'received' the next time.")))
        .waits(InboxTools::waitForMessages);
  }

  private static CompletionStage<Fields> waitForMessages(Caller caller, Arguments arguments) {
    OptionalLong received =
        arguments.integer("received").stream().mapToLong(Long::longValue).findFirst();
    Inbox inbox = caller.connection().inbox();
    return Waited.then(
        inbox.await(
            received,
            Paging.size(caller, BusTools.limit(arguments), MESSAGE, MessageTools.MESSAGE),
            BusTools.patience(arguments, USUAL)),
        arrivals -> answer(arrivals).whenNotReceived(() -> inbox.notReceived(arrivals.next())));
  }

  private static Fields answer(Arrivals arrivals) {
    return Fields.none()
        .and("messages", MESSAGE.ofAll(arrivals.messages()))
        .and("direct", MessageTools.MESSAGE.ofAll(arrivals.direct()))
        .and("lost", arrivals.lost())
        .and("next", arrivals.next());
  }
}
