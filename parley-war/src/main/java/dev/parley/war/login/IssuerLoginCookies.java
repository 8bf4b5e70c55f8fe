package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.war.grant.Grant;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The cookies of people whom an issuer named. Each has the rights of the person, their end, and a
 * sum over both: a server that starts again, or another node, does not ask the issuer. The sum
 * depends on the rules by which people are let in, so that no login outlives a change of them.
 */
final class IssuerLoginCookies {
  private static final Pattern FORM =
      Pattern.compile("oidc\\.([A-Za-z0-9_-]{1,1024})\\.([A-Za-z0-9_-]{43})");
  private static final Pattern LINE = Pattern.compile("\n");
  private static final Pattern COMMA = Pattern.compile(",");
  private static final int FIELDS = 7;
  private static final int ID_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final LoginFiles files;
  private final Optional<String> rules;

  /**
   * Signs and reads cookies.
   *
   * @param rules the rules by which people are let in; empty where no issuer logs people in
   */
  IssuerLoginCookies(LoginFiles files, Optional<String> rules) {
    this.files = files;
    this.rules = rules;
  }

  /**
   * A login of such a person.
   *
   * @param id names the login
   * @param grant the rights, with one name and an end
   */
  record Issued(String id, Grant grant) {
    /** Returns the login of a person that begins. */
    static Issued begin(Grant grant) {
      byte[] id = new byte[ID_BYTES];
      RANDOM.nextBytes(id);
      return new Issued(BASE64.encodeToString(id), grant);
    }

    /** Returns the person's name. */
    Nickname name() {
      return Nickname.of(grant.names().usual().map(AgentId::value).orElseThrow());
    }

    /** Returns the end. */
    Instant until() {
      return grant.expiresAt().orElseThrow();
    }
  }

  /** Returns true if the text is of such a cookie, a good one or not. */
  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /** Returns the text a browser keeps. */
  String signed(Issued login) {
    Grant grant = login.grant();
    String words =
        String.join(
            "\n",
            login.id(),
            login.name().value(),
            grant.credential().orElseThrow(),
            grant.role().wireName(),
            grant.workspace().orElseThrow().value(),
            grant.scopes().stream().map(Scope::wireName).sorted().collect(Collectors.joining(",")),
            Long.toString(login.until().getEpochSecond()));
    String text = BASE64.encodeToString(words.getBytes(UTF_8));
    return "oidc." + text + "." + sum(text, rules.orElseThrow());
  }

  /** Returns the login in {@code text}, if it is a good one that has not ended. */
  Optional<Issued> in(String text, Instant now) {
    Matcher form = FORM.matcher(text);
    if (rules.isEmpty() || !form.matches()) {
      return Optional.empty();
    }
    byte[] expected = sum(form.group(1), rules.get()).getBytes(UTF_8);
    if (!MessageDigest.isEqual(expected, form.group(2).getBytes(UTF_8))) {
      return Optional.empty();
    }
    return read(new String(Base64.getUrlDecoder().decode(form.group(1)), UTF_8))
        .filter(login -> now.isBefore(login.until()));
  }

  /** Reads what this server signed, which an older version may have written in another form. */
  private static Optional<Issued> read(String words) {
    List<String> fields = Arrays.asList(LINE.split(words, -1));
    if (fields.size() != FIELDS) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Issued(
              fields.get(0),
              new Grant(
                  Optional.of(fields.get(2)),
                  CredentialKind.PERSON,
                  Role.of(fields.get(3)),
                  Optional.of(new WorkspaceId(fields.get(4))),
                  new NamePattern(fields.get(1)),
                  scopes(fields.get(5)),
                  Optional.of(Instant.ofEpochSecond(Long.parseLong(fields.get(6)))))));
    } catch (ParleyException | NumberFormatException otherForm) {
      return Optional.empty();
    }
  }

  private static Set<Scope> scopes(String names) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    COMMA.splitAsStream(names).map(Scope::of).forEach(scopes::add);
    return scopes;
  }

  private String sum(String text, String rules) {
    byte[] key = files.key(("a login by an issuer\n" + rules).getBytes(UTF_8));
    return BASE64.encodeToString(Hmac.of(key, text.getBytes(UTF_8)));
  }
}
