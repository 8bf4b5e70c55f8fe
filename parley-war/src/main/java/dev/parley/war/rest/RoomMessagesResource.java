package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.engine.logging.Masking;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.Receipt;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.room.Rooms;
import dev.parley.war.login.Login;
import dev.parley.war.view.RoomMessageView;
import dev.parley.war.wake.Desks;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The messages of a room. */
@Path("/api/rooms/{room}/messages")
public final class RoomMessagesResource {
  private static final System.Logger LOG = System.getLogger(RoomMessagesResource.class.getName());
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_COUNT = 200;

  private final HttpServletRequest request;

  /** Made for each request. */
  public RoomMessagesResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns the messages after a seq, those before one, or the newest; oldest first. */
  @GET
  public Response read(
      @PathParam("room") String room,
      @QueryParam("after") @Nullable String after,
      @QueryParam("before") @Nullable String before,
      @QueryParam("limit") @Nullable String limit) {
    Connection observer = Login.of(request).observer();
    RoomName name = RequestParams.value("room", room, RoomName::of);
    OptionalLong from = RequestParams.position("after", after, 0);
    OptionalLong to = RequestParams.position("before", before, 1);
    RequestParams.oneOf(from, to);
    int most = RequestParams.limit(limit, DEFAULT_LIMIT, MAX_COUNT);
    ItemList items = ItemList.of(request);
    return from.isPresent()
        ? following(
            observer.topics().readAfter(name, from.getAsLong(), most + 1),
            from.getAsLong(),
            most,
            items)
        : preceding(observer.topics().readBefore(name, to, most + 1), to, most, items);
  }

  /**
   * Returns a page after a seq. One more than asked for was read, to know whether there is more.
   */
  private static Response following(List<Message> read, long after, int most, ItemList items) {
    List<Message> added =
        items.addFromFirst(read.subList(0, Math.min(most, read.size())), RoomMessageView::of);
    long next = added.isEmpty() ? after : added.get(added.size() - 1).seq();
    Long previous =
        after == 0 ? null : Long.valueOf(read.isEmpty() ? after + 1 : read.get(0).seq());
    return window(next, previous, items, read.size());
  }

  /** Returns a page before a seq, or the newest. One more than asked for was read here, too. */
  private static Response preceding(
      List<Message> read, OptionalLong before, int most, ItemList items) {
    List<Message> added =
        items.addFromLast(
            read.subList(Math.max(0, read.size() - most), read.size()), RoomMessageView::of);
    long first = added.isEmpty() ? before.orElse(1) : added.get(0).seq();
    long next = read.isEmpty() ? first - 1 : read.get(read.size() - 1).seq();
    boolean more = items.count() < read.size();
    return window(next, more ? Long.valueOf(first) : null, items, read.size());
  }

  private static Response window(long next, @Nullable Long previous, ItemList items, int read) {
    return items.answer(
        ResultFields.none()
            .and("next", next)
            .and("previous", previous)
            .and("truncated", items.count() < read));
  }

  /** Posts a message as the person; a room of which nothing is kept is entered first. */
  @POST
  public Response post(@PathParam("room") String room, InputStream in) throws IOException {
    Login login = Login.of(request);
    Connection person = login.connection();
    RoomName name = RequestParams.value("room", room, RoomName::of);
    Arguments fields = JsonBody.read(in, "text", "inReplyTo", "key", "urgent");
    Desks desks = Web.of(request.getServletContext()).desks();
    Posting posting =
        fields.flag("urgent")
            ? desks.toRoom(
                person,
                name,
                true,
                () -> post(person, name, fields),
                posted -> new MessageId(posted.id()))
            : post(person, name, fields);
    desks.personWrote(person, name);
    noteAnswered(login, name);
    login.wrote(person, fields.text("text"), Optional.empty());
    return JsonResponses.created(posting);
  }

  /** The message is posted: nothing that follows may refuse it. */
  private static void noteAnswered(Login login, RoomName name) {
    try {
      login.waiting().answeredIn(name);
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "The mentions in a room stay in the list.",
          Masking.trace(away));
    }
  }

  private static Posting post(Connection person, RoomName name, Arguments fields) {
    Body body = fields.value("text", Body::of);
    Optional<MessageId> answered = fields.optionalValue("inReplyTo", MessageId::new);
    Optional<IdempotencyKey> key =
        fields.optionalValue("key", IdempotencyKey::of).flatMap(given -> given);
    if (person.topics().topics().contains(name)) {
      Message kept =
          key.map(once -> person.topics().post(name, body, answered, once))
              .orElseGet(() -> person.topics().post(name, body, answered));
      return new Posting(
          kept.id().value(), name.value(), kept.seq(), Timestamps.iso(kept.sentAt()));
    }
    if (answered.isPresent()) {
      throw InvalidArgument.refusal(
          "inReplyTo", "nothing is kept in this room, so there is nothing to reply to");
    }
    Receipt sent = send(person, name, body, key);
    return new Posting(
        sent.messageId().value(), name.value(), sent.seq(), Timestamps.iso(sent.sentAt()));
  }

  private static Receipt send(
      Connection person, RoomName room, Body body, Optional<IdempotencyKey> key) {
    try {
      return send(person.rooms(), room, body, key);
    } catch (ParleyException refused) {
      if (refused.problem().code() != ProblemCode.NOT_IN_ROOM) {
        throw refused;
      }
    }
    RoomEntry.take(person, room);
    return send(person.rooms(), room, body, key);
  }

  private static Receipt send(Rooms rooms, RoomName room, Body body, Optional<IdempotencyKey> key) {
    return key.map(once -> rooms.send(room, body, once)).orElseGet(() -> rooms.send(room, body));
  }

  private record Posting(String id, String room, long seq, String sentAt) {}
}
