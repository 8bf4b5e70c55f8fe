package dev.parley.chat.matrix;

import dev.parley.chat.emulator.EmulatorServer.Response;
import tools.jackson.databind.node.ObjectNode;

/** An error of the emulator, in the form of the standard error response. */
final class MatrixEmulatorProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final boolean isSoftLogout;

  private MatrixEmulatorProblem(int status, String code, String message, boolean isSoftLogout) {
    super(message);
    this.status = status;
    this.code = code;
    this.isSoftLogout = isSoftLogout;
  }

  static MatrixEmulatorProblem of(int status, String code, String message) {
    return new MatrixEmulatorProblem(status, code, message, false);
  }

  static MatrixEmulatorProblem unknownToken(boolean isSoftLogout) {
    return new MatrixEmulatorProblem(
        401, "M_UNKNOWN_TOKEN", "Unrecognised access token", isSoftLogout);
  }

  static MatrixEmulatorProblem missingParameter(String name) {
    return of(400, "M_MISSING_PARAM", "Missing parameter: " + name);
  }

  static MatrixEmulatorProblem notInRoom(String user, String room) {
    return of(403, "M_FORBIDDEN", "User " + user + " not in room " + room);
  }

  Response response() {
    ObjectNode body = MatrixJson.object();
    body.put("errcode", code).put("error", getMessage());
    if (code.equals("M_UNKNOWN_TOKEN")) {
      body.put("soft_logout", isSoftLogout);
    }
    return Response.of(status, body);
  }
}
