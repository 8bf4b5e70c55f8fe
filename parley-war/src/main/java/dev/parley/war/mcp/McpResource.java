package dev.parley.war.mcp;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import java.io.IOException;
import java.io.InputStream;

/**
 * The messages a client posts to an MCP endpoint, and its goodbye. Nothing is injected but the
 * request: for each thing more, JAX-RS needs longer than most tools do.
 *
 * <p>Its paths are relative to {@code /mcp}. The one of a tool set names the set.
 */
@Path("/")
public final class McpResource {
  static final String SESSION_ID = "Mcp-Session-Id";

  static final String VERSION = "MCP-Protocol-Version";

  /** Takes one JSON-RPC message. */
  @POST
  public void post(
      InputStream in, @Suspended AsyncResponse answer, @Context HttpServletRequest request)
      throws IOException {
    var unused = new McpRequest(request).post(in).thenAccept(answer::resume);
  }

  /** Takes one JSON-RPC message for a tool set. */
  @POST
  @Path("{set: [a-z]+}")
  public void postToSet(
      InputStream in, @Suspended AsyncResponse answer, @Context HttpServletRequest request)
      throws IOException {
    post(in, answer, request);
  }

  /** Ends a session of a tool set. */
  @DELETE
  @Path("{set: [a-z]+}")
  public void deleteOfSet(@Suspended AsyncResponse answer, @Context HttpServletRequest request) {
    delete(answer, request);
  }

  /** Ends the session. */
  @DELETE
  public void delete(@Suspended AsyncResponse answer, @Context HttpServletRequest request) {
    var unused = new McpRequest(request).delete().thenAccept(answer::resume);
  }
}
