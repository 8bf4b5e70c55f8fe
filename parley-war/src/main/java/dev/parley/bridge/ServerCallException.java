package dev.parley.bridge;

import java.io.IOException;

/** The reason the server gave no answer. */
final class ServerCallException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The state of the request as far as it is known, which decides what the agent may do next. */
  enum Kind {
    /** The request did not reach a server: it may be made again. */
    UNREACHABLE(
        "hub_unreachable",
        "Start the server, wait until it is ready, or correct `--url`; the call was not made."),
    /** The request was sent and nothing came back. */
    OUTCOME_UNKNOWN(
        "outcome_unknown",
        "Look at what there is before you repeat the call; it may have taken effect."),
    /** The server does not let this bridge in. */
    UNAUTHORIZED(
        "unauthorized",
        "Give the bridge a token of the server that has the right: `PARLEY_TOKEN`."),
    /** The server does not know the session the request was made in: it was not carried out. */
    FORGOTTEN("hub_error", "Call again; the bridge begins a new session."),
    /** The server answered something that is no answer. */
    REFUSED(
        "hub_error",
        "Act on the reason in the message; without one, check that `--url` names a Parley server, and"
            + " not a proxy or another program."),
    /** The server offers no event stream. */
    NO_STREAM("hub_error", "Let the event stream of `/mcp` pass through the proxy."),
    /** The client has more requests under way than the bridge carries. */
    TOO_MANY("too_many_calls", "Wait for the answers of some calls, then call again.");

    private final String code;
    private final String remedy;

    Kind(String code, String remedy) {
      this.code = code;
      this.remedy = remedy;
    }

    /** The refusal's stable code. */
    String code() {
      return code;
    }

    /** The action of an agent that gets it, with names of options between backticks. */
    String remedy() {
      return remedy;
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
