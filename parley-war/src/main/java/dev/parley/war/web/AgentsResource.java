package dev.parley.war.web;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.Thought;
import dev.parley.team.Persona;
import dev.parley.war.wire.Timestamps;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who is there, and who was within a day. */
@Path("/api/agents")
public final class AgentsResource {
  /** A last thought may be noted so long after the sign of life it came with. */
  private static final Duration GOING = Duration.ofSeconds(5);

  private static final int MAX_COUNT = RosterQuery.MAX_USERS;

  private final HttpServletRequest request;

  /** Made for each request. */
  public AgentsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Those who were seen last come first, as many as one answer has; by name every one can be
   * reached, a page at a time.
   */
  @GET
  public Response list(
      @QueryParam("by") @Nullable String by,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit) {
    Login sitting = Login.of(request);
    boolean byName = RequestParams.optional("by", by, AgentsResource::isName).orElse(false);
    Optional<AgentId> from = RequestParams.optional("after", after, AgentId::of);
    if (from.isPresent() && !byName) {
      throw InvalidArgument.refusal("after", "it goes with by=name only");
    }
    int most = RequestParams.limit(limit);
    Roster roster = sitting.observer().presence().roster(RosterQuery.ALL.atMost(MAX_COUNT));
    List<AgentStatus> users =
        byName
            ? roster.users().stream()
                .filter(user -> from.isEmpty() || isAfter(user, from.get()))
                .sorted(Comparator.comparing(user -> user.handle().value()))
                .toList()
            : roster.users();
    ItemList items = ItemList.of(request);
    for (Form form : forms(sitting.feed(), users.subList(0, Math.min(most, users.size())))) {
      if (!items.add(form)) {
        break;
      }
    }
    boolean cut = items.count() < users.size();
    return items.answer(
        cut && byName ? users.get(items.count() - 1).handle().value() : null,
        cut || roster.truncated());
  }

  private static boolean isName(String order) {
    if (!order.equals("name") && !order.equals("seen")) {
      throw InvalidArgument.refusal("by", "it must be name or seen");
    }
    return order.equals("name");
  }

  private static boolean isAfter(AgentStatus user, AgentId other) {
    return user.handle().value().compareTo(other.value()) > 0;
  }

  /** The agents as they are shown. */
  static List<Form> forms(Feed feed, List<AgentStatus> users) {
    Map<AgentId, Persona> personas = Personas.known(feed.observer());
    Map<AgentId, Thought> thoughts = feed.thoughts();
    return users.stream()
        .map(user -> form(user, thoughts, personas, feed.people().has(user.handle())))
        .toList();
  }

  private static Form form(
      AgentStatus user,
      Map<AgentId, Thought> thoughts,
      Map<AgentId, Persona> personas,
      boolean isPerson) {
    return new Form(
        user.handle().value(),
        user.online(),
        Timestamps.iso(user.lastSeen()),
        user.topics().stream().map(RoomName::value).toList(),
        Optional.ofNullable(thoughts.get(user.handle()))
            .filter(thought -> isFresh(thought, user))
            .map(thought -> new Form.Thinking(thought.content(), Timestamps.iso(thought.at())))
            .orElse(null),
        Optional.ofNullable(personas.get(user.handle()))
            .map(persona -> new Form.Face(persona.name(), persona.emoji()))
            .orElse(null),
        isPerson);
  }

  /** Nobody thinks after it has gone; one that acts over another's connection was seen earlier. */
  private static boolean isFresh(Thought thought, AgentStatus user) {
    return user.online() || thought.at().isAfter(user.lastSeen().plus(GOING));
  }

  /** An agent as it is shown. */
  record Form(
      String id,
      boolean online,
      String lastSeenAt,
      List<String> rooms,
      @Nullable Thinking thinking,
      @Nullable Face persona,
      boolean person) {

    /** What it was thinking last. */
    record Thinking(String text, String at) {}

    /** How its persona looks. */
    record Face(String name, String emoji) {}
  }
}
