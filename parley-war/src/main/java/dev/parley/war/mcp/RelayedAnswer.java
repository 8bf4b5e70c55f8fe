package dev.parley.war.mcp;

import dev.parley.war.http.EventStreamResponse;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;

/** The answer of another node to what a client posted, passed on whole or as it comes. */
final class RelayedAnswer {
  private final byte[] whole;
  private final Optional<Flow.Publisher<List<ByteBuffer>>> pieces;

  private RelayedAnswer(byte[] whole, Optional<Flow.Publisher<List<ByteBuffer>>> pieces) {
    this.whole = whole;
    this.pieces = pieces;
  }

  /** Reads an answer whole, but for one that comes in pieces. */
  static BodySubscriber<RelayedAnswer> read(ResponseInfo info) {
    boolean inPieces =
        info.headers()
            .firstValue("Content-Type")
            .filter(type -> type.startsWith(EventStreamResponse.TYPE))
            .isPresent();
    return inPieces
        ? BodySubscribers.mapping(
            BodySubscribers.ofPublisher(),
            pieces -> new RelayedAnswer(new byte[0], Optional.of(pieces)))
        : BodySubscribers.mapping(
            BodySubscribers.ofByteArray(), whole -> new RelayedAnswer(whole, Optional.empty()));
  }

  /** The pieces of an event stream; empty where it came whole. */
  Optional<Flow.Publisher<List<ByteBuffer>>> pieces() {
    return pieces;
  }

  /** Returns an answer that came whole. */
  static WholeAnswer whole(HttpResponse<RelayedAnswer> reply) {
    Map<String, String> headers = new LinkedHashMap<>();
    NodeProxy.ANSWERED.forEach(
        name -> reply.headers().firstValue(name).ifPresent(value -> headers.put(name, value)));
    return new WholeAnswer(reply.statusCode(), headers, reply.body().whole);
  }
}
