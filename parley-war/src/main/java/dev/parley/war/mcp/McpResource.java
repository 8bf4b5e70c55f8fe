package dev.parley.war.mcp;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.io.IOException;

/**
 * The messages a client posts to an MCP endpoint, and its goodbye. Nothing is injected, not even
 * the request: for each injected thing, JAX-RS needs longer than most tools do.
 *
 * <p>Its paths are relative to {@code /mcp}. The one of a tool set names the set.
 */
@Path("/")
public final class McpResource {
  static final String SESSION_ID = "Mcp-Session-Id";

  static final String VERSION = "MCP-Protocol-Version";

  /** Takes one JSON-RPC message. */
  @POST
  public void post(@Suspended AsyncResponse answer) throws IOException {
    var unused = new McpRequest(SuspendedPost.current()).post().thenAccept(answer::resume);
  }

  /** Takes one JSON-RPC message for a tool set. */
  @POST
  @Path("{set: [a-z]+}")
  public void postToSet(@Suspended AsyncResponse answer) throws IOException {
    post(answer);
  }

  /** Ends a session of a tool set. */
  @DELETE
  @Path("{set: [a-z]+}")
  public void deleteOfSet(@Suspended AsyncResponse answer) {
    delete(answer);
  }

  /** Ends the session. */
  @DELETE
  public void delete(@Suspended AsyncResponse answer) {
    var unused = new McpRequest(SuspendedPost.current()).delete().thenAccept(answer::resume);
  }
}
