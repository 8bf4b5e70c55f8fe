package dev.parley.chat.matrix;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Logs in and checks what a Parley needs: the version, the account, the rooms of the address. */
final class MatrixStartup {
  private static final String FIELD = "bus";

  /** As long as a server may limit the rate of the calls of a start. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration UNNAMED = Duration.ofMillis(500);
  private static final Duration LATER = Duration.ofSeconds(5);

  private final MatrixSettings settings;
  private final MatrixSession session;
  private final long deadline = System.nanoTime() + PATIENCE.toNanos();

  MatrixStartup(MatrixSettings settings, MatrixCredentials credentials) {
    if (settings.user().isEmpty() && credentials.password().isPresent()) {
      throw InvalidArgument.refusal(
          FIELD, "a login by password needs the account; write matrix://localpart@homeserver");
    }
    this.settings = settings;
    this.session = new MatrixSession(settings, credentials);
  }

  /** A login whose events go to {@code listener}. */
  ChatConnection connect(ChatListener listener) {
    boolean isConnected = false;
    try {
      patiently(this::checkVersion);
      String user = patient(this::account);
      MatrixConnection connection = new MatrixConnection(settings, session, user, listener);
      for (String room : connection.mappedRooms()) {
        patiently(() -> connection.openMapped(room));
      }
      patiently(connection::begin);
      isConnected = true;
      return connection;
    } finally {
      if (!isConnected) {
        session.close();
      }
    }
  }

  private void checkVersion() {
    ChatAnswer answer = session.anonymous().get("/_matrix/client/versions", Map.of());
    JsonNode versions = answer.body() == null ? MatrixJson.object() : answer.body();
    if (!answer.isOk() && !MatrixErrors.isRefusal(answer)) {
      throw MatrixErrors.failure(answer, false);
    }
    if (!answer.isOk() || !versions.path("versions").isArray()) {
      throw ChatFailure.refused("there is no Matrix homeserver at " + settings.base());
    }
    boolean isNew =
        versions.path("versions").valueStream().anyMatch(one -> one.asString("").startsWith("v1."));
    if (!isNew) {
      throw ChatFailure.refused(
          "the homeserver at "
              + settings.base()
              + " is too old; Parley needs version 1.1 of the"
              + " client-server API");
    }
  }

  private String account() {
    JsonNode account = session.read(MatrixIds.path("account", "whoami"), Map.of());
    String user = MatrixJson.text(account, "user_id");
    if (!user.startsWith("@") || MatrixIds.server(user).isEmpty()) {
      throw ChatFailure.unreachable("the server did not say whose the login is", null);
    }
    if (!settings.user().isEmpty() && !settings.user().equals(MatrixIds.localPart(user))) {
      throw ChatFailure.refused(
          "the access token is of " + user + ", but the address names '" + settings.user() + "'");
    }
    if (!settings.serverName().orElse(MatrixIds.server(user)).equals(MatrixIds.server(user))) {
      throw ChatFailure.refused(
          "the account is "
              + user
              + ", but the option 'server-name' is '"
              + settings.serverName().orElse("")
              + "'");
    }
    return user;
  }

  private void patiently(Runnable call) {
    var unused =
        patient(
            () -> {
              call.run();
              return true;
            });
  }

  /** The result of a call, which is repeated while the server limits the rate. */
  private <T> T patient(Supplier<T> call) {
    for (; ; ) {
      try {
        return call.get();
      } catch (ChatFailure failure) {
        switch (failure.kind()) {
          case REFUSED -> throw InvalidArgument.refusal(FIELD, message(failure));
          case RATE_LIMITED -> await(failure.retryAfter());
          case UNREACHABLE, UNKNOWN ->
              throw new ParleyException(new Unavailable(MatrixChat.NAME, LATER));
        }
      }
    }
  }

  private static String message(ChatFailure failure) {
    String message = String.valueOf(failure.getMessage());
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  private void await(Duration named) {
    Duration wait = named.isZero() ? UNNAMED : named;
    if (System.nanoTime() + wait.toNanos() - deadline > 0) {
      throw new ParleyException(new Unavailable(MatrixChat.NAME, wait));
    }
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new ParleyException(new Unavailable(MatrixChat.NAME, wait));
    }
  }
}
