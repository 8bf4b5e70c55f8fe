package dev.parley.trust;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** The reason a TLS connection of a client failed, in words for the person who set it up. */
public final class TlsFailure {
  private static final int MAX_CAUSES = 16;

  private TlsFailure() {}

  /**
   * Returns the reason, and what helps, as a clause without a full stop; empty for a failure that
   * has nothing to do with TLS.
   */
  public static Optional<String> reason(Throwable failure) {
    boolean isTls = false;
    String last = "";
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      isTls |= cause instanceof SSLException;
      last = cause.getMessage() == null ? last : cause.getMessage();
      if (cause instanceof CertificateExpiredException) {
        return Optional.of("its certificate has expired, or the clock of this machine is wrong");
      }
      if (cause instanceof CertificateNotYetValidException) {
        return Optional.of("its certificate is not valid yet, or the clock here is wrong");
      }
      if (cause instanceof CertPathBuilderException) {
        return Optional.of(
            "nobody trusted here signed its certificate; name the PEM file of its authority with"
                + " --ca or PARLEY_CA");
      }
      if (cause instanceof CertificateException && isAboutTheName(last)) {
        return Optional.of("its certificate is for another name: " + last.replaceAll("\\.$", ""));
      }
      cause = cause.getCause();
    }
    if (!isTls) {
      return Optional.empty();
    }
    return Optional.of(
        last.contains("SSL message") || last.contains("plaintext")
            ? "it speaks no TLS; write http:// instead of https://"
            : "TLS fails: " + last);
  }

  private static boolean isAboutTheName(String message) {
    return message.startsWith("No name matching") || message.startsWith("No subject alternative");
  }
}
