package dev.parley.war.rest;

import dev.parley.id.AgentId;
import dev.parley.memory.Memory;
import dev.parley.memory.MemoryBlock;
import dev.parley.memory.SectionKey;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import dev.parley.war.login.Login;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge kept across sessions. A section is written by its name in the query, where it may
 * hold any character; the addresses that have it in the path are for names without a slash.
 */
@Path("/api/memory")
public final class MemoryResource {
  private static final String KEY = "key";

  private final HttpServletRequest request;

  /** Made for each request. */
  public MemoryResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns the memory of the project, and the names of the agents that have one. */
  @GET
  public Response project() {
    Memory memory = Login.of(request).observer().memory();
    return JsonResponses.ok(
        new Form(
            new Document(memory.project().orElse(null), blocks(memory, Optional.empty())),
            memory.agents().stream().map(AgentId::value).toList()));
  }

  /** Returns the memory of an agent. */
  @GET
  @Path("/{agent}")
  public Response agent(@PathParam("agent") String agent) {
    Memory memory = Login.of(request).observer().memory();
    AgentId id = RequestParams.value("agent", agent, AgentId::of);
    return JsonResponses.ok(
        new OfAgent(id.value(), memory.of(id).orElse(null), blocks(memory, Optional.of(id))));
  }

  /** Writes a section of the project's memory. */
  @PUT
  @Path("/project/sections")
  public Response writeNamed(@QueryParam(KEY) @Nullable String key, InputStream in)
      throws IOException {
    return write(Optional.empty(), named(key), in);
  }

  /** Writes a section of an agent's memory. */
  @PUT
  @Path("/agents/{agent}/sections")
  public Response writeNamed(
      @PathParam("agent") String agent, @QueryParam(KEY) @Nullable String key, InputStream in)
      throws IOException {
    return write(Optional.of(RequestParams.value("agent", agent, AgentId::of)), named(key), in);
  }

  /** Writes a section of the project's memory. */
  @PUT
  @Path("/project/sections/{key}")
  public Response write(@PathParam(KEY) String key, InputStream in) throws IOException {
    return write(Optional.empty(), key, in);
  }

  /** Writes a section of an agent's memory. */
  @PUT
  @Path("/agents/{agent}/sections/{key}")
  public Response write(
      @PathParam("agent") String agent, @PathParam(KEY) String key, InputStream in)
      throws IOException {
    return write(Optional.of(RequestParams.value("agent", agent, AgentId::of)), key, in);
  }

  private Response write(Optional<AgentId> owner, String key, InputStream in) throws IOException {
    Memory memory = Login.of(request).connection().memory();
    SectionKey section = RequestParams.value(KEY, key, SectionKey::new);
    Precondition when = Precondition.of(request);
    String content =
        JsonBody.read(in, "content")
            .value("content", text -> TextLimits.text("content", text, Memory.MAX_CONTENT));
    switch (when.kind()) {
      case NONE ->
          owner.ifPresentOrElse(
              agent -> memory.write(agent, section, content), () -> memory.write(section, content));
      case ABSENT -> memory.replace(owner, section, Optional.empty(), content);
      case VERSION -> memory.replace(owner, section, Optional.of(when.version()), content);
    }
    return JsonResponses.nothing();
  }

  private static String named(@Nullable String key) {
    if (key == null) {
      throw InvalidArgument.refusal(KEY, "it is missing; it must be the heading of a section");
    }
    return key;
  }

  private static List<Block> blocks(Memory memory, Optional<AgentId> owner) {
    return memory.blocks(owner).stream().map(Block::of).toList();
  }

  private record Form(Document project, List<String> agents) {}

  private record Document(@Nullable String content, List<Block> blocks) {}

  private record OfAgent(String agent, @Nullable String content, List<Block> blocks) {}

  private record Block(String kind, String title, String content, @Nullable String version) {
    static Block of(MemoryBlock block) {
      return new Block(
          block.kind().name().toLowerCase(Locale.ROOT),
          block.title(),
          block.content(),
          block.version().orElse(null));
    }
  }
}
