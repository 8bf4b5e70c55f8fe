package dev.parley.war.telemetry;

import dev.parley.war.grant.Rights;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.wire.McpError;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/**
 * The metrics, for Prometheus. They are figures of the whole server and name no workspace, room or
 * agent.
 */
@Path(MetricsExposure.PATH)
public final class MetricsResource {
  private final DeploymentMetrics metrics;

  /** Made for each request. */
  public MetricsResource(@Context ServletContext context) {
    this.metrics = DeploymentMetrics.of(context);
  }

  /** Returns the metrics in the format that the client prefers. */
  @GET
  public Response metrics(
      @Context HttpServletRequest request, @HeaderParam("Accept") @Nullable String accept) {
    if (!metrics.isOn()) {
      return refused(McpError.NO_SUCH_PATH);
    }
    if (!metrics.exposure().admits(request) && !Rights.METRICS.isMetBy(RequestGrant.of(request))) {
      AccessAudit.refused(request, "metrics", McpError.METRICS_SCOPE_NEEDED.code());
      return refused(McpError.METRICS_SCOPE_NEEDED);
    }
    MetricsText.Written written = metrics.text().write(accept);
    return Response.ok(written.bytes())
        .header("Content-Type", written.contentType())
        .header("Cache-Control", "no-store")
        .build();
  }

  private static Response refused(McpError refusal) {
    return Response.status(refusal.status())
        .type("application/json")
        .entity(refusal.answer(null))
        .build();
  }
}
