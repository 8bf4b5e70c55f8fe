package dev.parley.chat.matrix;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.ChatHttp;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The login of an account and the calls that it makes. Where the access token is not known any more
 * and there is a password, it logs in again, once in a while; otherwise it ends.
 */
final class MatrixSession implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** A login that ends sooner is ended by another Parley, which would log in again too. */
  private static final Duration MIN_LOGIN = Duration.ofMinutes(1);

  private final MatrixSettings settings;
  private final MatrixCredentials credentials;

  /** Guarded by {@code this}, as are the next ones. */
  private @Nullable ChatHttp http;

  private boolean isByPassword;
  private long lastLogin;

  private volatile @Nullable String end;

  MatrixSession(MatrixSettings settings, MatrixCredentials credentials) {
    this.settings = settings;
    this.credentials = credentials;
  }

  /** The calls that need no login. */
  ChatHttp anonymous() {
    return new ChatHttp(settings.base(), Map.of(), TIMEOUT);
  }

  /** The reason of the end of the login, with what to do; empty while it lasts. */
  Optional<String> end() {
    return Optional.ofNullable(end);
  }

  /** The answer to a call, whatever the status. */
  ChatAnswer answer(Function<ChatHttp, ChatAnswer> call) {
    ChatHttp used = current();
    ChatAnswer answer = call.apply(used);
    return MatrixErrors.isUnknownToken(answer) ? call.apply(renewed(used, answer)) : answer;
  }

  /** The document of a call that reads; any other status than a success is a failure. */
  JsonNode read(String path, Map<String, String> query) {
    ChatAnswer answer = answer(calls -> calls.get(path, query));
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, false);
    }
    return answer.document();
  }

  private synchronized ChatHttp current() {
    checkEnd();
    if (http == null) {
      http = credentials.token().map(this::withToken).orElseGet(this::loggedIn);
    }
    return http;
  }

  private void checkEnd() {
    String reason = end;
    if (reason != null) {
      throw ChatFailure.refused(reason);
    }
  }

  private synchronized ChatHttp renewed(ChatHttp used, ChatAnswer answer) {
    checkEnd();
    ChatHttp now = http;
    if (now != null && now != used) {
      return now;
    }
    if (credentials.password().isEmpty()) {
      throw ended(
          (MatrixErrors.isSoftLogout(answer)
                  ? "the access token has expired ("
                  : "the access token is unknown or was revoked (")
              + MatrixErrors.code(answer)
              + "); give a new one in "
              + MatrixCredentials.TOKEN
              + " and start again");
    }
    if (isByPassword && System.nanoTime() - lastLogin < MIN_LOGIN.toNanos()) {
      throw ended(
          "the login was ended right after it was made ("
              + MatrixErrors.code(answer)
              + "); give each Parley of this account a device of its own by the option 'device',"
              + " not '"
              + settings.device()
              + "', and start again");
    }
    http = loggedIn();
    return http;
  }

  private ChatHttp loggedIn() {
    String password = credentials.password().orElseThrow();
    ObjectNode login = MatrixJson.object();
    login.put("type", "m.login.password");
    login.putObject("identifier").put("type", "m.id.user").put("user", settings.user());
    login.put("password", password);
    login.put("device_id", settings.device());
    login.put("initial_device_display_name", "Parley");
    ChatAnswer answer = anonymous().send("POST", MatrixIds.path("login"), login);
    if (MatrixErrors.isRefusal(answer) || MatrixErrors.isUnknownToken(answer)) {
      throw ended(
          "the login as '"
              + settings.user()
              + "' was refused ("
              + MatrixErrors.reason(answer)
              + "); check the address and "
              + MatrixCredentials.PASSWORD);
    }
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, false);
    }
    String token = MatrixJson.text(answer.document(), "access_token");
    if (token.isEmpty()) {
      throw ChatFailure.unreachable("the login was answered without an access token", null);
    }
    isByPassword = true;
    lastLogin = System.nanoTime();
    return withToken(token);
  }

  private ChatHttp withToken(String token) {
    return new ChatHttp(settings.base(), Map.of("Authorization", "Bearer " + token), TIMEOUT);
  }

  private ChatFailure ended(String reason) {
    end = reason;
    return ChatFailure.refused(reason);
  }

  /** Ends the login, at the server too where it was made by a password. */
  @Override
  public void close() {
    ChatHttp open;
    synchronized (this) {
      boolean isOver = end != null;
      open = isByPassword && !isOver ? http : null;
      if (!isOver) {
        end = "the connection is closed";
      }
    }
    if (open != null) {
      try {
        var unused = open.send("POST", MatrixIds.path("logout"), MatrixJson.object());
      } catch (ChatFailure tokenStaysValid) {
        // the next login of this device replaces it
      }
    }
  }
}
