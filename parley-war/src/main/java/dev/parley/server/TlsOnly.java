package dev.parley.server;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses plain HTTP at a port that speaks TLS. It does not redirect: a client that followed would
 * go on to show its token on the wire first, unnoticed.
 */
final class TlsOnly extends Handler.Wrapper {
  TlsOnly(Handler handler) {
    super(handler);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (request.isSecure()) {
      return super.handle(request, response, callback);
    }
    JettyErrorHandler.refusePlainHttp(request, response, callback);
    return true;
  }
}
