package dev.parley.war.mcp;

import dev.parley.id.AgentId;
import dev.parley.id.ReservedNames;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import dev.parley.war.grant.Grant;
import dev.parley.war.wake.UrgentPolicy;
import dev.parley.war.wire.ErrorAnswer;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The headers with which a client names its agent, its workspace, its session and its policy of
 * urgent messages when it initializes. A name that cannot be used is refused with the rule it
 * breaks and with every place it can have come from: the header itself, or the setting the stdio
 * bridge makes the header of.
 */
enum IdentityHeaders {
  AGENT("Parley-Agent", "agent name", "--agent or PARLEY_AGENT"),
  WORKSPACE("Parley-Workspace", "workspace", "--workspace or PARLEY_WORKSPACE"),
  SESSION("Parley-Session", "session", "PARLEY_SESSION_ID or RELAY_SESSION_ID"),
  URGENT("Parley-Urgent", "policy of urgent messages", "--urgent or PARLEY_URGENT");

  private static final int MAX_SHOWN = 80;

  private final String header;
  private final String noun;
  private final String bridgeSettings;

  IdentityHeaders(String header, String noun, String bridgeSettings) {
    this.header = header;
    this.noun = noun;
    this.bridgeSettings = bridgeSettings;
  }

  /** A name that cannot be used, as the answer to {@code initialize}. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final String sentence;
    private final transient Map<String, Object> data;

    private Refused(String sentence, Map<String, Object> data) {
      super(sentence, null, false, false);
      this.sentence = sentence;
      this.data = data;
    }

    /** Returns the code of a refusal for lack of a right. */
    Optional<String> forbidden() {
      String permission = ProblemCode.PERMISSION_DENIED.wireName();
      return permission.equals(data.get("code")) ? Optional.of(permission) : Optional.empty();
    }

    /** The JSON-RPC error that answers request {@code id}, the one refusal shape as its data. */
    byte[] answer(@Nullable Object id) {
      return ErrorAnswer.of(ErrorCodes.INVALID_PARAMS, sentence, data, id);
    }
  }

  /** The agent, where one is named; else the usual one of the credential, if it has one. */
  static Optional<AgentId> agent(Function<String, @Nullable String> headers, Grant grant)
      throws Refused {
    return AGENT
        .read(
            headers,
            name -> {
              AgentId agent = ReservedNames.agent(name);
              grant.checkName(agent);
              return agent;
            })
        .or(grant.names()::usual);
  }

  /** The workspace; that of the credential, else the default one, where none is named. */
  static WorkspaceId workspace(Function<String, @Nullable String> headers, Grant grant)
      throws Refused {
    return WORKSPACE
        .read(
            headers,
            name -> {
              WorkspaceId workspace = new WorkspaceId(name);
              grant.checkWorkspace(workspace);
              return workspace;
            })
        .or(grant::workspace)
        .orElse(WorkspaceId.DEFAULT);
  }

  /** The session of team work, where one is named. */
  static Optional<SessionId> session(Function<String, @Nullable String> headers) throws Refused {
    return SESSION.read(headers, SessionId::new);
  }

  /** The policy of urgent messages; the usual one where none is named. */
  static UrgentPolicy urgent(Function<String, @Nullable String> headers) throws Refused {
    return URGENT.read(headers, UrgentPolicy::of).orElse(UrgentPolicy.DEFAULT);
  }

  /**
   * Returns the refusal of a name that is not to be had: that of a person who is there. Only the
   * Parley can recognize it.
   */
  static Refused taken(String agent, ParleyException refused) {
    return AGENT.refused(agent, refused);
  }

  private <T> Optional<T> read(Function<String, @Nullable String> headers, Function<String, T> type)
      throws Refused {
    String value = headers.apply(header);
    if (value == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(type.apply(value));
    } catch (ParleyException unusable) {
      throw refused(value, unusable);
    }
  }

  private Refused refused(String value, ParleyException unusable) {
    String shown = value.length() <= MAX_SHOWN ? value : value.substring(0, MAX_SHOWN) + "…";
    String reason = reason(unusable.problem());
    String sentence =
        "The "
            + noun
            + " '"
            + shown
            + "' was refused: "
            + reason
            + ". It was given in the header "
            + header
            + ", which the bridge takes from "
            + bridgeSettings
            + ".";
    Map<String, Object> data =
        ErrorAnswer.data(
            unusable.problem().code().wireName(), sentence, unusable.problem().details());
    data.put("field", header);
    data.put("value", shown);
    data.remove("name");
    return new Refused(sentence, data);
  }

  private static String reason(Problem problem) {
    if (problem instanceof InvalidArgument bad) {
      return bad.reason();
    }
    return problem instanceof NotPermitted forbidden
        ? forbidden.reason()
        : "it stands for the system or a person; choose another";
  }
}
