package dev.parley.war.web;

import dev.parley.agent.AgentId;
import dev.parley.agent.Connection;
import dev.parley.memory.Memory;
import dev.parley.memory.SectionKey;
import dev.parley.problem.Bounds;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known across sessions. */
@Path("/api/memory")
public final class MemoryResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public MemoryResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** The project's, and of which agents there is one. */
  @GET
  public Response project() {
    Memory memory = Sitting.of(request).observer().memory();
    return Answer.ok(
        new Form(
            new Document(memory.project().orElse(null)),
            memory.agents().stream().map(AgentId::value).toList()));
  }

  /** An agent's. */
  @GET
  @Path("/{agent}")
  public Response agent(@PathParam("agent") String agent) {
    Memory memory = Sitting.of(request).observer().memory();
    AgentId id = Given.value("agent", agent, AgentId::of);
    return Answer.ok(new OfAgent(id.value(), memory.of(id).orElse(null)));
  }

  /** Writes a section of the project's. */
  @PUT
  @Path("/project/sections/{key}")
  public Response write(@PathParam("key") String key, InputStream in) throws IOException {
    Connection person = Sitting.of(request).connection();
    SectionKey section = Given.value("key", key, SectionKey::new);
    person.memory().write(section, content(in));
    return Answer.nothing();
  }

  /** Writes a section of an agent's. */
  @PUT
  @Path("/agents/{agent}/sections/{key}")
  public Response write(
      @PathParam("agent") String agent, @PathParam("key") String key, InputStream in)
      throws IOException {
    Connection person = Sitting.of(request).connection();
    AgentId id = Given.value("agent", agent, AgentId::of);
    SectionKey section = Given.value("key", key, SectionKey::new);
    person.memory().write(id, section, content(in));
    return Answer.nothing();
  }

  private static String content(InputStream in) throws IOException {
    return Posted.read(in, "content")
        .value("content", text -> Bounds.text("content", text, Memory.MAX_CONTENT));
  }

  private record Form(Document project, List<String> agents) {}

  private record Document(@Nullable String content) {}

  private record OfAgent(String agent, @Nullable String content) {}
}
