package dev.parley.war.wire;

import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is refused before a tool is asked: HTTP status, JSON-RPC number, code and
 * sentence in one table.
 */
public enum McpError {
  /** The body is no JSON. */
  MALFORMED(400, ErrorCodes.PARSE_ERROR, "The body is not JSON."),
  /** The body is JSON but no message, or a batch. */
  NOT_A_MESSAGE(
      400,
      ErrorCodes.INVALID_REQUEST,
      "The body is not one JSON-RPC 2.0 request, notification or response."),
  /** A batch, which the version 2025-03-26 of the protocol has and this server does not. */
  BATCH(
      400,
      ErrorCodes.INVALID_REQUEST,
      "Batches are not supported, in no version of the protocol: post each message by itself."),
  /** The body broke off, or is not encoded as its headers say. */
  BROKEN_BODY(400, ErrorCodes.PARSE_ERROR, "The body broke off, or is not encoded as declared."),
  /** The body did not arrive in time. */
  TOO_SLOW(408, ErrorCodes.INVALID_REQUEST, "The body did not arrive within a minute."),
  /** Too much is being read of other bodies. */
  TOO_BUSY(
      503,
      ErrorCodes.INTERNAL_ERROR,
      "The server is reading too many large bodies; try again in a second."),
  /** The body is of another type. */
  NOT_JSON(415, ErrorCodes.INVALID_REQUEST, "The Content-Type of a message is application/json."),
  /** A POST whose sender does not take what it would get. */
  ANSWER_NOT_ACCEPTABLE(
      406,
      ErrorCodes.INVALID_REQUEST,
      "A POST here answers application/json or text/event-stream; Accept has to name both."),
  /** The body is larger than is read. */
  TOO_LARGE(413, ErrorCodes.INVALID_REQUEST, "The body is larger than 4194304 bytes."),
  /** The params have the wrong form. */
  INVALID_PARAMS(200, ErrorCodes.INVALID_PARAMS, "The params do not have the form of this method."),
  /** A method this wire does not speak, asked before any session. */
  SESSION_WIRE_ONLY(
      400, -32000, "This endpoint speaks MCP with sessions, 2024-11-05 to 2025-11-25: initialize."),
  /** No session id. */
  SESSION_REQUIRED(
      400, ErrorCodes.INVALID_REQUEST, "The header Mcp-Session-Id is missing: initialize first."),
  /** The session has ended, or never was. */
  SESSION_UNKNOWN(404, ErrorCodes.INVALID_REQUEST, "This session has ended: initialize again."),
  /** A protocol version nobody agreed on. */
  VERSION_UNKNOWN(
      400,
      ErrorCodes.INVALID_REQUEST,
      "The header MCP-Protocol-Version names no version spoken here."),
  /** A GET that cannot take what it would get. */
  NOT_ACCEPTABLE(
      406, ErrorCodes.INVALID_REQUEST, "A GET here answers text/event-stream, which Accept lacks."),
  /** Nothing is served there. */
  NO_SUCH_PATH(404, ErrorCodes.INVALID_REQUEST, "Nothing is served at this path; MCP is at /mcp."),
  /** Something is served there, but not by this method. */
  NO_SUCH_METHOD(405, ErrorCodes.INVALID_REQUEST, "This path does not take this HTTP method."),
  /** Host is not one of ours. */
  FOREIGN_HOST(403, ErrorCodes.INVALID_REQUEST, "The Host header names no host of this server."),
  /** Origin is not one of ours. */
  FOREIGN_ORIGIN(403, ErrorCodes.INVALID_REQUEST, "The Origin header names a foreign site."),
  /** No token, or not one of ours. */
  UNAUTHORIZED(
      401,
      ErrorCodes.INVALID_REQUEST,
      "A bearer token of this server is needed: set PARLEY_TOKEN."),
  /** A good access token without the scope that the server asks of all. */
  INSUFFICIENT_SCOPE(
      403,
      ErrorCodes.INVALID_REQUEST,
      "This access token lacks a scope that this server needs; get one with it."),
  /** A credential whose scopes admit no messages. */
  SCOPE_NEEDED(
      403,
      ErrorCodes.INVALID_REQUEST,
      "This credential may read no messages: it has none of rooms:read, bus:read and team:read."),
  /** A credential that may not read the metrics. */
  METRICS_SCOPE_NEEDED(
      403,
      ErrorCodes.INVALID_REQUEST,
      "This credential may not read the metrics: it lacks the scope watch."),
  /** A wrong token after many others. */
  TOO_MANY_WRONG_TOKENS(
      429,
      ErrorCodes.INVALID_REQUEST,
      "Too many wrong tokens came from your address; correct PARLEY_TOKEN and try again later."),
  /** The session is on another node, which does not answer for the moment. */
  SESSION_ELSEWHERE(
      503,
      ErrorCodes.INTERNAL_ERROR,
      "Another node has this session and does not answer; try again in a second."),
  /** The server is starting or its storage is away. */
  UNAVAILABLE(503, ErrorCodes.INTERNAL_ERROR, "Parley cannot reach its database; try again."),
  /** A fault of Parley's own. */
  INTERNAL_ERROR(500, ErrorCodes.INTERNAL_ERROR, "Parley failed on this call; its log says why.");

  private final int status;
  private final int number;
  private final String sentence;

  McpError(int status, int number, String sentence) {
    this.status = status;
    this.number = number;
    this.sentence = sentence;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the seconds after which the same may go through, where it may. */
  public OptionalInt retryAfter() {
    return switch (this) {
      case SESSION_ELSEWHERE, TOO_BUSY -> OptionalInt.of(1);
      case TOO_MANY_WRONG_TOKENS -> OptionalInt.of(6);
      default -> OptionalInt.empty();
    };
  }

  /** The sentence for a reader of English. */
  public String sentence() {
    return sentence;
  }

  /**
   * Returns the action of a sender that gets this refusal: one sentence in which names of options
   * and methods are between backticks.
   */
  public String remedy() {
    return switch (this) {
      case MALFORMED, NOT_A_MESSAGE, BROKEN_BODY, INVALID_PARAMS ->
          "Correct the client: the message does not have the form of MCP.";
      case BATCH -> "Post each message by itself.";
      case TOO_SLOW -> "Send the whole body within a minute.";
      case TOO_BUSY, SESSION_ELSEWHERE, UNAVAILABLE ->
          "Send the request again in a second, then at growing intervals.";
      case NOT_JSON -> "Send the header `Content-Type: application/json`.";
      case ANSWER_NOT_ACCEPTABLE ->
          "Send the header `Accept: application/json, text/event-stream`.";
      case NOT_ACCEPTABLE -> "Send the header `Accept: text/event-stream`.";
      case TOO_LARGE -> "Send less in one message; post a large text as several artifacts.";
      case SESSION_WIRE_ONLY, SESSION_REQUIRED, SESSION_UNKNOWN ->
          "Call `initialize`, and send the `Mcp-Session-Id` of its answer from then on.";
      case VERSION_UNKNOWN -> "Send the version that the answer to `initialize` names.";
      case NO_SUCH_PATH -> "Correct the address; MCP is at `/mcp`.";
      case NO_SUCH_METHOD ->
          "Use a method that `Allow` names; `/mcp` takes `POST`, `GET` and `DELETE`.";
      case FOREIGN_HOST -> "Add the name to the hosts of the server: `--hosts`.";
      case FOREIGN_ORIGIN ->
          "Open the page at an address of the server, or name that address with `--hosts`.";
      case UNAUTHORIZED -> "Send a token of this server as `Authorization: Bearer`.";
      case INSUFFICIENT_SCOPE ->
          "Get an access token with the scope that `WWW-Authenticate` names.";
      case SCOPE_NEEDED, METRICS_SCOPE_NEEDED ->
          "Ask an administrator for a credential with one of the scopes that the message names.";
      case TOO_MANY_WRONG_TOKENS -> "Correct the token, and wait for `Retry-After`.";
      case INTERNAL_ERROR -> "Send the request again; the log of the server has the cause.";
    };
  }

  /** Returns the code on the wire, for example {@code session_unknown}. */
  public String code() {
    return (this == BATCH ? NOT_A_MESSAGE : this).name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The same for those who do not speak MCP: a problem of RFC 9457. */
  public byte[] problem() {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("type", "about:blank");
    problem.put("status", status);
    problem.put("detail", sentence);
    problem.put("code", code());
    return Json.bytes(problem);
  }

  /** The JSON-RPC error that answers request {@code id}, the one refusal shape as its data. */
  public byte[] answer(@Nullable Object id) {
    return ErrorAnswer.of(number, sentence, ErrorAnswer.data(code(), sentence, Map.of()), id);
  }
}
