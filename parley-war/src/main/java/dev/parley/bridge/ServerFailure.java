package dev.parley.bridge;

import java.io.IOException;

/** Why the hub gave no answer. */
final class ServerFailure extends IOException {
  private static final long serialVersionUID = 1L;

  /** What is known about the request, and with it what the agent may do next. */
  enum Kind {
    /** The request did not reach a hub: it may be made again. */
    UNREACHABLE("hub_unreachable"),
    /** The request was sent and nothing came back. */
    OUTCOME_UNKNOWN("outcome_unknown"),
    /** The hub does not let this bridge in. */
    UNAUTHORIZED("unauthorized"),
    /** The hub does not know the session the request was made in: it was not carried out. */
    FORGOTTEN("hub_error"),
    /** The hub answered something that is no answer. */
    REFUSED("hub_error"),
    /** The hub offers no event stream. */
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

  ServerFailure(Kind kind, String sentence) {
    super(sentence);
    this.kind = kind;
    this.sentence = sentence;
  }

  Kind kind() {
    return kind;
  }

  /** What happened, for the agent, without a full stop. */
  String sentence() {
    return sentence;
  }
}
