package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.id.CredentialId;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.NewCookie;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cookie of a login: the person, the end of the login, and a sum over both (HMAC-SHA-256) that
 * only a holder of the token's hash can make. So a server that starts again, or another node, knows
 * it, and it is worth nothing once the token is withdrawn.
 *
 * @param id names the login
 * @param name the person's
 * @param credential the public id of the stored credential it was got with; empty for a configured
 *     token, or none
 * @param choice the workspace the person chose; {@link WorkspaceChoice#NONE} without one
 * @param until when it ends
 */
public record LoginCookie(
    String id,
    Nickname name,
    Optional<CredentialId> credential,
    WorkspaceChoice choice,
    Instant until) {
  private static final Pattern FORM =
      Pattern.compile(
          "([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{1,32})\\.([0-9]{1,12})(?:\\.([a-z0-9]{12}))?"
              + "(?:\\.~([a-z0-9][a-z0-9-]{0,63})~([0-9]{1,15}))?\\.(\\S{43})");
  private static final int WORKSPACE = 5;
  private static final int CHOSEN_AT = 6;
  private static final int SUM = 7;
  private static final int ID_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final byte[] PURPOSE = "a login at the page of Parley".getBytes(UTF_8);

  /** Returns the cookie of a login that begins. */
  static LoginCookie begin(
      Nickname name, Optional<CredentialId> credential, WorkspaceChoice choice, Instant until) {
    byte[] id = new byte[ID_BYTES];
    RANDOM.nextBytes(id);
    return new LoginCookie(BASE64.encodeToString(id), name, credential, choice, until);
  }

  /** Returns the cookie of the same login with another choice. */
  LoginCookie with(WorkspaceChoice other) {
    return new LoginCookie(id, name, credential, other, until);
  }

  /** The text a browser keeps. */
  String signed(byte[] secret) {
    return words() + "." + BASE64.encodeToString(sum(secret));
  }

  /** Returns the cookie in {@code text}, if it was signed with {@code secret} and has not ended. */
  static Optional<LoginCookie> in(String text, byte[] secret, Instant now) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || Nickname.isReserved(form.group(2))) {
      return Optional.empty();
    }
    LoginCookie said =
        new LoginCookie(
            form.group(1),
            Nickname.of(form.group(2)),
            credential(form),
            choice(form),
            Instant.ofEpochSecond(Long.parseLong(form.group(3))));
    byte[] expected = BASE64.encode(said.sum(secret));
    return MessageDigest.isEqual(expected, form.group(SUM).getBytes(UTF_8))
            && now.isBefore(said.until())
        ? Optional.of(said)
        : Optional.empty();
  }

  /**
   * Returns the texts of this server's cookies in a request. A browser sends the cookies of a host
   * to all of its ports, and another port may set one of the same name, so each counts that is
   * good.
   */
  public static List<String> sentWith(HttpServletRequest request) {
    return sentWith(request, nameFor(request));
  }

  /** Returns the texts of the cookies of a name in a request. */
  static List<String> sentWith(HttpServletRequest request, String name) {
    Cookie[] cookies = request.getCookies();
    return cookies == null
        ? List.of()
        : Arrays.stream(cookies)
            .filter(cookie -> cookie.getName().equals(name))
            .map(Cookie::getValue)
            .toList();
  }

  /**
   * Returns the header that makes a browser keep a login: for this server alone, out of reach of
   * scripts, and not sent with the requests of another site.
   *
   * @param signed the text, empty to forget it
   * @param secure whether the browser came by TLS, and so must send it by TLS alone
   * @param longest the time a browser keeps it
   */
  public static NewCookie header(
      HttpServletRequest request, String signed, boolean secure, Duration longest) {
    String context = request.getContextPath();
    return new NewCookie.Builder(nameFor(request))
        .value(signed)
        .path(context.isEmpty() ? "/" : context)
        .maxAge((int) longest.toSeconds())
        .httpOnly(true)
        .secure(secure)
        .sameSite(NewCookie.SameSite.STRICT)
        .build();
  }

  private static String nameFor(HttpServletRequest request) {
    return "parley-" + request.getLocalPort();
  }

  /** Returns the public id of the credential that {@code text} says it was got with. */
  static Optional<CredentialId> credential(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches() ? credential(form) : Optional.empty();
  }

  private static Optional<CredentialId> credential(Matcher form) {
    return Optional.ofNullable(form.group(4)).map(CredentialId::new);
  }

  private static WorkspaceChoice choice(Matcher form) {
    return form.group(WORKSPACE) == null
        ? WorkspaceChoice.NONE
        : new WorkspaceChoice(
            new WorkspaceId(form.group(WORKSPACE)), Long.parseLong(form.group(CHOSEN_AT)));
  }

  private String words() {
    return id
        + "."
        + name.value()
        + "."
        + until.getEpochSecond()
        + credential.map(own -> "." + own.value()).orElse("")
        + (choice.equals(WorkspaceChoice.NONE)
            ? ""
            : ".~" + choice.workspace().value() + "~" + choice.at());
  }

  private byte[] sum(byte[] secret) {
    return Hmac.of(Hmac.of(secret, PURPOSE), words().getBytes(UTF_8));
  }
}
