package dev.parley.bridge;

import java.io.IOException;

/** The reason the server gave no answer. */
final class ServerCallException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The state of the request as far as it is known, which decides what the agent may do next. */
  enum Kind {
    /** The request did not reach a server: it may be made again. */
    UNREACHABLE("hub_unreachable"),
    /** The request was sent and nothing came back. */
    OUTCOME_UNKNOWN("outcome_unknown"),
    /** The server does not let this bridge in. */
    UNAUTHORIZED("unauthorized"),
    /** The server does not know the session the request was made in: it was not carried out. */
    FORGOTTEN("hub_error"),
    /** The server answered something that is no answer. */
    REFUSED("hub_error"),
    /** The server offers no event stream. */
    NO_STREAM("hub_error"),
    /** The client has more requests under way than the bridge carries. */
    TOO_MANY("too_many_calls");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    /** The refusal's stable code. */
    String code() {
      return code;
    }
  }

  private final Kind kind;
  private final String sentence;

  ServerCallException(Kind kind, String sentence) {
    super(sentence);
    this.kind = kind;
    this.sentence = sentence;
  }

  Kind kind() {
    return kind;
  }

  /** The description of the failure for the agent, without a full stop. */
  String sentence() {
    return sentence;
  }
}
