package dev.parley.war.oidc;

/** The refusal of a login by the issuer. Its message is for the person, and to be escaped. */
public final class LoginRefused extends Exception {
  private static final long serialVersionUID = 1;

  /** The kinds of refusals. */
  public enum Reason {
    /** The issuer says that the person is not logged in. */
    ISSUER_ERROR("issuer_error", 403, false),
    /** The issuer does not answer as it has to. */
    ISSUER_UNAVAILABLE("issuer_unavailable", 502, false),
    /** Too many logins are checked at once. */
    BUSY("too_many_logins", 503, false),
    /** The answer is not good, or the person may not come in. */
    REFUSED("login_refused", 403, true);

    private final String code;
    private final int status;
    private final boolean counted;

    Reason(String code, int status, boolean counted) {
      this.code = code;
      this.status = status;
      this.counted = counted;
    }

    /** Returns its stable name. */
    public String code() {
      return code;
    }

    /** Returns the HTTP status. */
    public int status() {
      return status;
    }

    /** Returns true if it counts as a wrong token does. */
    public boolean isCounted() {
      return counted;
    }
  }

  private final Reason reason;

  LoginRefused(Reason reason, String sentence) {
    super(sentence, null, false, false);
    this.reason = reason;
  }

  /** Returns the kind. */
  public Reason reason() {
    return reason;
  }
}
