package dev.parley.war.mcp;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;

/** What another node answered to what a client posted, handed on whole or as it comes. */
final class RelayedAnswer {
  private static final int PIECE = 8 * 1024;

  private RelayedAnswer() {}

  /** Reads an answer whole, but for one that comes in pieces. */
  static BodySubscriber<InputStream> read(ResponseInfo info) {
    boolean inPieces =
        info.headers()
            .firstValue("Content-Type")
            .filter(type -> type.startsWith(AnswerStream.TYPE))
            .isPresent();
    return inPieces
        ? BodySubscribers.ofInputStream()
        : BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new);
  }

  static Response response(HttpResponse<InputStream> reply) {
    Response.ResponseBuilder response = Response.status(reply.statusCode());
    Routing.ANSWERED.forEach(
        name -> reply.headers().firstValue(name).ifPresent(value -> response.header(name, value)));
    InputStream body = reply.body();
    if (body instanceof ByteArrayInputStream whole) {
      byte[] bytes = whole.readAllBytes();
      return bytes.length == 0 ? response.build() : response.entity(bytes).build();
    }
    return response.entity((StreamingOutput) out -> copy(body, out)).build();
  }

  private static void copy(InputStream pieces, OutputStream out) throws IOException {
    byte[] piece = new byte[PIECE];
    for (int read = pieces.read(piece); read >= 0; read = pieces.read(piece)) {
      out.write(piece, 0, read);
      out.flush();
    }
  }
}
