package dev.parley.chat.matrix;

import dev.parley.chat.emulator.EmulatorServer.Request;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The accounts of the emulator and their logins. */
final class MatrixEmulatorAccounts {
  private static final String BEARER = "Bearer ";

  /** A login of a user. */
  record Login(String user, String device) {}

  private final Map<String, String> passwords = new HashMap<>();
  private final Map<String, Login> byToken = new HashMap<>();
  private final Set<String> expired = new HashSet<>();
  private int logins;

  /** Makes a user with a password. */
  synchronized void add(String user, String password) {
    passwords.put(user, password);
  }

  /** A token of a device of a user. */
  synchronized String token(String user, String device) {
    String token = "syt_" + MatrixIds.localPart(user) + "_" + ++logins;
    byToken.put(token, new Login(user, device));
    return token;
  }

  /** Ends all logins of a user; softly where their devices stay. */
  synchronized void revoke(String user, boolean isSoft) {
    for (Map.Entry<String, Login> entry : Map.copyOf(byToken).entrySet()) {
      if (entry.getValue().user().equals(user)) {
        byToken.remove(entry.getKey());
        if (isSoft) {
          expired.add(entry.getKey());
        }
      }
    }
  }

  /** The number of logins that were made. */
  synchronized int logins() {
    return logins;
  }

  synchronized boolean hasToken(String user) {
    return byToken.values().stream().anyMatch(login -> login.user().equals(user));
  }

  /** The login of a request. */
  synchronized Login of(Request request) {
    String token = tokenOf(request);
    Login login = byToken.get(token);
    if (login == null) {
      throw MatrixEmulatorProblem.unknownToken(expired.contains(token));
    }
    return login;
  }

  private static String tokenOf(Request request) {
    return request
        .header("Authorization")
        .filter(value -> value.startsWith(BEARER))
        .map(value -> value.substring(BEARER.length()))
        .or(() -> Optional.ofNullable(request.query().get("access_token")))
        .orElseThrow(
            () -> MatrixEmulatorProblem.of(401, "M_MISSING_TOKEN", "Missing access token"));
  }

  /** Logs in by a password; the tokens that the device had are unknown from then on. */
  synchronized ObjectNode login(JsonNode request) {
    if (!MatrixJson.text(request, "type").equals("m.login.password")) {
      throw MatrixEmulatorProblem.of(400, "M_UNKNOWN", "Bad login type.");
    }
    String name = MatrixJson.text(request.path("identifier"), "user");
    String user = name.startsWith("@") ? name : "@" + name + ":" + MatrixEmulatorWorld.SERVER;
    String password = passwords.get(user);
    if (password == null || !password.equals(MatrixJson.text(request, "password"))) {
      throw MatrixEmulatorProblem.of(403, "M_FORBIDDEN", "Invalid username or password");
    }
    String named = MatrixJson.text(request, "device_id");
    String device = named.isEmpty() ? "DEVICE" + logins : named;
    byToken.values().removeIf(login -> login.equals(new Login(user, device)));
    return MatrixJson.object()
        .put("user_id", user)
        .put("access_token", token(user, device))
        .put("device_id", device)
        .put("home_server", MatrixEmulatorWorld.SERVER);
  }

  synchronized void logout(Request request) {
    byToken.remove(tokenOf(request));
  }
}
